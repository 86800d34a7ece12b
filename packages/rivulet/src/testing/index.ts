export { type FixedTransport, fixedTransport } from "./fixed-transport.ts";
export { ScriptedModel, type ScriptedRequest, type ScriptedTurn } from "./scripted-model.ts";
