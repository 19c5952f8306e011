import type { Question, QuestionAnswer } from '../core/index.ts';
import { checkValue, hoistArguments } from './schema.ts';

/** Valid answers, or the question to ask the user again. */
export type CheckedAnswers =
  | { readonly ok: true; readonly answers: readonly QuestionAnswer[] }
  | { readonly ok: false; readonly question: Question };

/**
 * Checks answers against the schemas of their questions. Invalid answers are dropped; if the newest
 * answer is invalid, the result is its question, with the error in its text.
 */
export function checkAnswers(
  tool: string,
  given: readonly QuestionAnswer[] = [],
): Promise<CheckedAnswers> | CheckedAnswers {
  return given.length === 0 ? { ok: true, answers: given } : checkEachAnswer(tool, given);
}

async function checkEachAnswer(
  tool: string,
  given: readonly QuestionAnswer[],
): Promise<CheckedAnswers> {
  const answers: QuestionAnswer[] = [];
  /** The original question of the newest answer, if this answer is invalid, and its errors. */
  let open: { readonly question: Question; readonly issues: string } | undefined;
  for (const answer of given) {
    const issues = await findIssues(tool, answer);
    if (issues === undefined) answers.push(answer);
    open =
      issues === undefined ? undefined : { question: open?.question ?? answer.question, issues };
  }
  if (!open) return { ok: true, answers };
  const { question, issues } = open;
  const text = `That is not an answer that can be used (${issues}). ${question.text}`;
  return { ok: false, question: { ...question, text } };
}

async function findIssues(
  tool: string,
  { question: { schema }, data }: QuestionAnswer,
): Promise<string | undefined> {
  if (!schema) return undefined;
  const checked = await checkValue(hoistArguments(tool, schema), data);
  return checked.ok ? undefined : checked.issues;
}
