import type { CallState } from '../../core/index.ts';
import type { WirePart } from './wire.ts';

/**
 * A data part of the tool calls extension, in a task that waits for input because tools have questions:
 * `{questions: [{call_id, text, options?, schema?}]}`, together with the same in words. The next message
 * of the client answers the first of them.
 */
export function questionsPart(calls: readonly CallState[]): WirePart {
  const questions = calls.flatMap(({ call, question }) =>
    question ? [{ call_id: call.id, ...question }] : [],
  );
  return { data: { questions: structuredClone(questions) }, mediaType: 'application/json' };
}

/** The questions in words, for people. */
export function questionText(calls: readonly CallState[]): string {
  const texts = calls.flatMap(({ question }) => {
    if (!question) return [];
    const { text, options = [] } = question;
    return options.length === 0 ? [text] : [`${text} (${options.join(', ')})`];
  });
  return texts.join('\n');
}
