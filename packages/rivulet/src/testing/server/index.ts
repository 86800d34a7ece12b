/** `rivulet/testing/server`: a scripted provider on the loopback address. Node only. */
export { startScriptedServer } from "./server.ts";
export type {
	Fault,
	RecordedRequest,
	ReplyScript,
	ScriptedReply,
	ScriptedServer,
	ScriptedServerOptions,
} from "./types.ts";
