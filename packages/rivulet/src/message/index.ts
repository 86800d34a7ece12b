export * from "./constructors.ts";
export type * from "./content.ts";
export type * from "./context.ts";
export type * from "./deviation.ts";
export type * from "./message.ts";
export * from "./model-error.ts";
export { textOf } from "./text-of.ts";
export * from "./usage.ts";
