/** The members that are not `undefined`, so that what is saved and sent is plain JSON. */
export function defined<T>(members: { [K in keyof T]: T[K] | undefined }): T {
	return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T;
}
