import type { ClientCapabilities } from '@modelcontextprotocol/client';

/** Name of the client capability for sampling requests that are handoffs over A2A. */
export const HANDOFF_EXTENSION = 'dev.timestep/a2a-handoff';

/** Name of the MCP extension for calls that become tasks (SEP-2663). */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';

/** Key in `_meta` of `tools/call`: the caller's idempotency key, and the number of the attempt. */
export const KEY_META = 'dev.timestep/key';
export const ATTEMPT_META = 'dev.timestep/attempt';

/** Key in `_meta` of `tools/call`: whether the user has approved the call. If missing, the server may ask. */
export const APPROVED_META = 'dev.timestep/approved';

/** Key in `_meta`: of calls, whether the caller can ask its user, and the answers; of results, a question. */
export const ASKS_META = 'dev.timestep/asks';
export const ANSWERS_META = 'dev.timestep/answers';
export const QUESTION_META = 'dev.timestep/question';

/** Key in `_meta` of a result: the model needs only the text; the structured data is for programs. */
export const TEXT_SUFFICES_META = 'dev.timestep/text-suffices';

/** Key in `_meta` of a content block that is part of an artifact. */
export const ARTIFACT_META = 'dev.timestep/artifact';

/** Key in `_meta` of a tool: whether each call needs the user's approval. */
export const NEEDS_APPROVAL_META = 'dev.timestep/needs-approval';

/** The media type of the document of an MCP App (SEP-1865). */
export const APP_TYPE = 'text/html;profile=mcp-app';

/** Capabilities of clients that show MCP Apps: servers offer tools with apps only to these. */
export const APPS_CAPABILITIES: ClientCapabilities = {
  extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: [APP_TYPE] } },
};
