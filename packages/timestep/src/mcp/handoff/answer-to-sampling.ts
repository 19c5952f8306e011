import type { CreateMessageResult } from '@modelcontextprotocol/client';
import { HANDOFF_EXTENSION } from '../extension.ts';
import type { HandoffAnswer } from './target.ts';

/** How a handoff came out: an answer, or the reason why there is none. */
export type HandoffOutcome =
  | { readonly ok: true; readonly answer: HandoffAnswer }
  | { readonly ok: false; readonly reason: string };

/**
 * A handoff's outcome as the answer to the sampling request. A failure is an answer too, marked in
 * `_meta`: a thrown error would reach the model in one protocol revision and break the call in
 * another.
 */
export function answerToSampling(outcome: HandoffOutcome): CreateMessageResult {
  const { taskId, contextId, artifacts, question } = outcome.ok ? outcome.answer : {};
  const meta = outcome.ok
    ? {
        ...(taskId !== undefined && { taskId }),
        ...(contextId !== undefined && { contextId }),
        ...(artifacts && { artifacts: structuredClone(artifacts) }),
        ...(question && { question: structuredClone(question) }),
      }
    : { failed: true };
  return {
    role: 'assistant',
    model: 'a2a',
    stopReason: 'endTurn',
    content: { type: 'text', text: outcome.ok ? outcome.answer.text : outcome.reason },
    _meta: { [HANDOFF_EXTENSION]: meta },
  };
}
