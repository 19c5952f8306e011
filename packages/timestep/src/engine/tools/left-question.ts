import { formatQuestion, type Question } from '#core';

/** A question of a tool that has no answer: the user declined to answer, or has not answered. */
export interface LeftQuestion {
  readonly question: Question;
  readonly isDeclined: boolean;
}

/** Formats the result of a call whose question has no answer. */
export function formatLeftQuestion({ question, isDeclined }: LeftQuestion): string {
  const how = isDeclined ? 'declined to answer' : 'did not answer';
  return `the user ${how}: ${formatQuestion(question)}`;
}
