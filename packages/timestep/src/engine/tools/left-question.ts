import { formatQuestion, type Question } from '#core';

/** A question of a tool that the user declined or has not answered. */
export interface LeftQuestion {
  readonly question: Question;
  readonly isDeclined: boolean;
}

/** Formats the result of a tool call whose question was not answered. */
export function formatLeftQuestion({ question, isDeclined }: LeftQuestion): string {
  const how = isDeclined ? 'declined to answer' : 'did not answer';
  return `the user ${how}: ${formatQuestion(question)}`;
}
