import {
  isJsonObject,
  questionText,
  type CallState,
  type JsonValue,
  type Question,
} from '../../core/index.ts';
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

/** The questions in a data part of a peer, or nothing when it holds none. */
export function questionsIn(data: JsonValue): Question[] | undefined {
  if (!isJsonObject(data) || !Array.isArray(data['questions'])) return undefined;
  return data['questions'].flatMap((entry: JsonValue): Question[] => {
    if (!isJsonObject(entry) || typeof entry['text'] !== 'string') return [];
    const { text, options, schema } = entry;
    return [
      {
        text,
        ...(Array.isArray(options) && { options: options.map(String) }),
        ...(isJsonObject(schema) && { schema }),
      },
    ];
  });
}
