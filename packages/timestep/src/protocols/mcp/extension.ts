/** Name of the capability for sampling requests that are handoffs over A2A. */
export const HANDOFF_EXTENSION = 'dev.timestep/a2a-handoff';

/** Name of the extension for calls that outlive their HTTP request (SEP-2663). */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';

/** `_meta` of `tools/call`: the caller's idempotency key, and the number of the attempt. */
export const KEY_META = 'dev.timestep/key';
export const ATTEMPT_META = 'dev.timestep/attempt';

/** `_meta` of `tools/call`: whether the user has approved. If absent, the server may ask. */
export const APPROVED_META = 'dev.timestep/approved';

/** `_meta` of calls: whether the caller can ask its user, and answers; of results: a question. */
export const ASKS_META = 'dev.timestep/asks';
export const ANSWERS_META = 'dev.timestep/answers';
export const QUESTION_META = 'dev.timestep/question';

/** `_meta` of a result: the model needs only its text, and its data is for programs. */
export const TEXT_SUFFICES_META = 'dev.timestep/text-suffices';

/** `_meta` of a content block that is a part of an artifact. */
export const ARTIFACT_META = 'dev.timestep/artifact';

/** `_meta` of a tool: whether each call needs the user's approval. */
export const NEEDS_APPROVAL_META = 'dev.timestep/needs-approval';
