/** A container of a {@link JsonPreview} that has not closed yet. */
export interface OpenContainer {
	readonly list: boolean;
	/** The value itself. It is written while it is open, and handed out only once it has closed. */
	readonly members: Record<string | number, unknown>;
	/** Where the next member goes. */
	key: string | number;
	/** A key came that plain objects inherit, such as `__proto__`: members must be defined, not assigned. */
	odd: boolean;
	/** How many members have closed. */
	size: number;
	/** The price of a copy: 1 for each member of a list or small object, more in a large object. */
	cost: number;
	/** The last copy that was handed out. */
	shown: unknown;
}

/** The price of a copy with no members, in members. */
const EMPTY = 4;
/** Beyond it V8 makes dictionaries of objects: a spread takes 50 times as long for each member. */
const SMALL = 16;
/** Beyond it `Object.assign` slows down likewise. */
const LARGE = 128;

export function openContainer(list: boolean): OpenContainer {
	const members = (list ? [] : {}) as OpenContainer["members"];
	return { list, members, key: 0, odd: false, size: 0, cost: EMPTY, shown: undefined };
}

/** Makes `key` the place of the next member of an object. */
export function setKey(container: OpenContainer, key: string): void {
	container.key = key;
	container.odd ||= key in Object.prototype;
}

/** Puts a member in its place; one that still grows is put there again and again. */
export function putMember({ members, key, odd }: OpenContainer, value: unknown): void {
	if (odd)
		Object.defineProperty(members, key, { value, writable: true, enumerable: true, configurable: true });
	else members[key] = value;
}

/** Puts the finished member in its place and moves on; gives the rise of the cost. */
export function addMember(container: OpenContainer, value: unknown): number {
	putMember(container, value);
	const { list, cost } = container;
	const size = ++container.size;
	if (list) container.key = size;
	container.cost = EMPTY + size * (list || size <= SMALL ? 1 : size <= LARGE ? 8 : 32);
	return container.cost - cost;
}

/** A copy to hand out, which is never written again. Own keys such as `__proto__` stay own keys. */
export function copyMembers(container: OpenContainer): unknown {
	const { list, members, odd, size } = container;
	container.shown = list
		? (members as unknown as unknown[]).slice()
		: odd || size <= SMALL
			? { ...members }
			: Object.assign({}, members);
	return container.shown;
}
