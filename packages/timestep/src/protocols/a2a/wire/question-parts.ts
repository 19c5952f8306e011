import {
  isJsonObject,
  formatQuestion,
  type CallState,
  type JsonValue,
  type Question,
} from '../../../core/index.ts';
import type { WirePart } from './wire-types.ts';

/**
 * Creates the data part that lists the questions of tools: `{questions: [{call_id, text, options?,
 * schema?}]}`, part of the tool calls extension. It is sent with the same questions in plain text,
 * in a task that waits for input. The client's next message answers the first question.
 */
export function createQuestionsPart(calls: readonly CallState[]): WirePart {
  const questions = calls.flatMap(({ call, question }) =>
    question ? [{ call_id: call.id, ...omitToolState(question) }] : [],
  );
  return { data: { questions: structuredClone(questions) }, mediaType: 'application/json' };
}

/** Formats the questions as text for people. */
export function formatQuestions(calls: readonly CallState[]): string {
  return calls.flatMap(({ question }) => (question ? [formatQuestion(question)] : [])).join('\n');
}

/** Removes the tool's private state from a question. */
function omitToolState({ state: _state, ...question }: Question): Omit<Question, 'state'> {
  return question;
}

/**
 * Parses the questions from a remote agent's data part. Returns `undefined` if the part holds none.
 */
export function parseQuestions(data: JsonValue): Question[] | undefined {
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
