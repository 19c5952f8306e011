import { questionText, type CallState, type Question } from '../../core/index.ts';
import type { WirePart } from './wire.ts';

/**
 * A data part of the tool calls extension, in a task that waits for input because tools have questions:
 * `{questions: [{call_id, text, options?, schema?}]}`, together with the same in words. The next message
 * of the client answers the first of them.
 */
export function questionsPart(calls: readonly CallState[]): WirePart {
  const questions = calls.flatMap(({ call, question }) =>
    question ? [{ call_id: call.id, ...shown(question) }] : [],
  );
  return { data: { questions: structuredClone(questions) }, mediaType: 'application/json' };
}

/** The questions in words, for people. */
export function questionsText(calls: readonly CallState[]): string {
  return calls.flatMap(({ question }) => (question ? [questionText(question)] : [])).join('\n');
}

/** The question without what its tool keeps for itself. */
function shown({ state: _state, ...question }: Question): Omit<Question, 'state'> {
  return question;
}
