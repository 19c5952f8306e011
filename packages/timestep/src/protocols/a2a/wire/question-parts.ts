import {
  isJsonObject,
  omitUndefined,
  formatQuestion,
  type CallState,
  type JsonValue,
  type Question,
} from '#core';
import type { WirePart } from './wire-types.ts';

/**
 * Creates the data part that lists questions of tools: `{questions: [{call_id, text, options?, schema?}]}`, part of
 * the tool calls extension. The client's next message answers the first question.
 */
export function createQuestionsPart(calls: readonly CallState[]): WirePart {
  const questions = calls.flatMap(({ call, question }) => {
    if (!question) return [];
    const { state: _state, ...asked } = question;
    return [{ call_id: call.id, ...asked }];
  });
  return { data: { questions: structuredClone(questions) }, mediaType: 'application/json' };
}

export function formatQuestions(calls: readonly CallState[]): string {
  return calls.flatMap(({ question }) => (question ? [formatQuestion(question)] : [])).join('\n');
}

export function parseQuestionParts(data: JsonValue): Question[] | undefined {
  if (!isJsonObject(data) || !Array.isArray(data['questions'])) return undefined;
  return data['questions'].flatMap((entry: JsonValue): Question[] => {
    if (!isJsonObject(entry) || typeof entry['text'] !== 'string') return [];
    const { text, options, schema } = entry;
    const question = {
      text,
      options: Array.isArray(options) ? options.map(String) : undefined,
      schema: isJsonObject(schema) ? schema : undefined,
    };
    return [omitUndefined(question)];
  });
}
