import type { Question, QuestionAnswer } from '#core';
import { checkValue, prepareArgumentsSchema } from './schema.ts';

/** Valid answers of a user, or the question to ask again because its answer was invalid. */
export type CheckedAnswers =
  | { readonly ok: true; readonly answers: readonly QuestionAnswer[] }
  | { readonly ok: false; readonly question: Question };

/**
 * Drops answers that do not match the schema of their question. If the newest is invalid, returns
 * its question with the error.
 */
export function dropInvalidAnswers(
  tool: string,
  given: readonly QuestionAnswer[] = [],
): Promise<CheckedAnswers> | CheckedAnswers {
  return given.length === 0 ? { ok: true, answers: given } : dropEachInvalidAnswer(tool, given);
}

async function dropEachInvalidAnswer(
  tool: string,
  given: readonly QuestionAnswer[],
): Promise<CheckedAnswers> {
  const answers: QuestionAnswer[] = [];
  let open: { readonly question: Question; readonly issues: string } | undefined;
  for (const answer of given) {
    const issues = await findAnswerIssues(tool, answer);
    if (issues === undefined) answers.push(answer);
    open =
      issues === undefined ? undefined : { question: open?.question ?? answer.question, issues };
  }
  if (!open) return { ok: true, answers };
  const { question, issues } = open;
  const text = `That is not an answer that can be used (${issues}). ${question.text}`;
  return { ok: false, question: { ...question, text } };
}

async function findAnswerIssues(
  tool: string,
  { question: { schema }, data }: QuestionAnswer,
): Promise<string | undefined> {
  if (!schema) return undefined;
  const checked = await checkValue(prepareArgumentsSchema(tool, schema), data);
  return checked.ok ? undefined : checked.issues;
}
