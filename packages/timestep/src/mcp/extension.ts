/** The capability by which client and server agree that a sampling request is a handoff over A2A. */
export const HANDOFF_EXTENSION = 'dev.timestep/a2a-handoff';

/** The extension by which a call may outlive its request (SEP-2663). */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';

/** Keys of `_meta` in `tools/call`: the caller's idempotency key, its attempt. */
export const KEY_META = 'dev.timestep/key';
export const ATTEMPT_META = 'dev.timestep/attempt';

/**
 * The key of `_meta` in `tools/call` that says whether a person has approved the call; the client asks
 * the person. Absent: the server may ask.
 */
export const APPROVED_META = 'dev.timestep/approved';

/**
 * Keys of `_meta` in `tools/call`: that the caller can ask its user and call again, and what the user
 * answered so far. The key of `_meta` in a result that is a question.
 */
export const ASKS_META = 'dev.timestep/asks';
export const ANSWERS_META = 'dev.timestep/answers';
export const QUESTION_META = 'dev.timestep/question';

/** The key of `_meta` of a content block that is a part of an artifact. */
export const ARTIFACT_META = 'dev.timestep/artifact';

/** The key of a tool's `_meta` that says that a person decides about each call. */
export const NEEDS_APPROVAL_META = 'dev.timestep/needs-approval';
