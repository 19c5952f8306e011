/**
 * The capability with which client and server agree that a sampling request may be a handoff over
 * A2A.
 */
export const HANDOFF_EXTENSION = 'dev.timestep/a2a-handoff';

/** The extension for calls that outlive their HTTP request (SEP-2663). */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';

/** Keys of `_meta` in `tools/call`: the caller's idempotency key, and the number of the attempt. */
export const KEY_META = 'dev.timestep/key';
export const ATTEMPT_META = 'dev.timestep/attempt';

/**
 * The key of `_meta` in `tools/call` for whether the user has approved the call, if the client
 * requests approvals. If absent, the server may request approval.
 */
export const APPROVED_META = 'dev.timestep/approved';

/**
 * Keys of `_meta`. In `tools/call`: that the caller can ask its user and call again, and the user's
 * answers so far. In a result: the question for the user.
 */
export const ASKS_META = 'dev.timestep/asks';
export const ANSWERS_META = 'dev.timestep/answers';
export const QUESTION_META = 'dev.timestep/question';

/** The key of a content block's `_meta` that marks the block as a part of an artifact. */
export const ARTIFACT_META = 'dev.timestep/artifact';

/** The key of a tool's `_meta` for whether each call needs the user's approval. */
export const NEEDS_APPROVAL_META = 'dev.timestep/needs-approval';
