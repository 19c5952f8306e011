import { parseJson, readTexts, reportMissing, toFields, requireText, type FieldRules } from '#core';
import type { JudgedQuestion } from '#agents/agent';
import { createUsageError } from '../../command-error.ts';

/** Parses lines `{"question": …, "right": [names]}`. Throws `CommandError` with line and field. */
export function parseRelevanceQuestions(text: string, file: string): JudgedQuestion[] {
  const questions = text.split('\n').flatMap((line, index): JudgedQuestion[] => {
    if (line.trim() === '') return [];
    const rules: FieldRules = {
      rejectsNull: true,
      report(path, problem) {
        throw createUsageError(`${file}:${index + 1} ${path} ${problem}`);
      },
    };
    const value = parseJson(line);
    if (value === undefined) {
      throw createUsageError(`${file}:${index + 1} is not JSON: write one JSON object per line`);
    }
    const fields = toFields(value, rules, '');
    const right = readTexts(fields, 'right') ?? reportMissing(fields, 'right');
    return [{ question: requireText(fields, 'question'), right: right ?? [] }];
  });
  if (questions.length > 0) return questions;
  const message = `${file} has no questions: write lines such as {"question": "Can I get my money back?", "right": ["refunds"]}`;
  throw createUsageError(message);
}
