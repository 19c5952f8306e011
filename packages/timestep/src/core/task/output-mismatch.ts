import type { Failure } from './task-state.ts';
import type { AssistantMessage, Message } from '../message/message.ts';

/** An answer that does not match the output schema of its agent. */
export interface OutputMismatch {
  /** The answer as the model wrote it. The stored message of the reply has no text. */
  readonly text: string;
  readonly issues: string;
  /** Reason why the task fails. Undefined if the model is asked to correct its answer. */
  readonly error?: Failure;
}

const MAX_CORRECTIONS = 2;

/** Maximum length of `issues` in characters, because a schema may have any number of fields. */
const MAX_ISSUES_LENGTH = 2000;

/** Creates the record of an answer that does not match. The task fails after `MAX_CORRECTIONS` corrections. */
export function createOutputMismatch(
  { corrections = 0 }: { readonly corrections?: number | undefined },
  text: string,
  issues: string,
): OutputMismatch {
  const isLong = issues.length > MAX_ISSUES_LENGTH;
  const shown = isLong ? `${issues.slice(0, MAX_ISSUES_LENGTH)} …` : issues;
  if (corrections < MAX_CORRECTIONS) return { text, issues: shown };
  const message = `the answer does not match the output schema after ${MAX_CORRECTIONS} corrections: ${shown}`;
  return { text, issues: shown, error: { code: 'output-mismatch', message } };
}

/**
 * Returns the messages of a transcript entry as the model receives them. A reply that does not match the
 * output schema is followed by a request to correct it.
 */
export function withCorrectionRequest({
  message,
  mismatch,
}: {
  readonly message: Message;
  readonly mismatch?: OutputMismatch;
}): readonly Message[] {
  if (!mismatch || message.role !== 'assistant') return [message];
  return [restoreMismatchedReply(message, mismatch), buildCorrectionRequest(mismatch)];
}

/**
 * Returns a reply that did not match the output schema, with the text that the model wrote. The stored
 * message has no text.
 */
export function restoreMismatchedReply(
  message: AssistantMessage,
  { text }: OutputMismatch,
): AssistantMessage {
  return { ...message, content: text };
}

function buildCorrectionRequest({ issues }: OutputMismatch): Message {
  const content = `Your answer does not match the required JSON Schema: ${issues}\nAnswer again with the corrected JSON only.`;
  return { role: 'user', content };
}
