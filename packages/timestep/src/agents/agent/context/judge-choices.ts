import type { ExplainedChoice } from './explain-choice.ts';

/** A test question with the names of the items that should be chosen; empty if nothing fits. */
export interface JudgedQuestion {
  readonly question: string;
  readonly right: readonly string[];
}

/** A test question, with the chosen and the right items. */
export interface JudgedChoice extends JudgedQuestion {
  readonly chosen: readonly string[];
  readonly missed: readonly string[];
  readonly wrong: readonly string[];
}

/** Accuracy over all test questions. A share is NaN if there was no question of its kind. */
export interface ChoiceFigures {
  /**
   * Share of the questions for which all right items were chosen, among the questions that have right items.
   */
  readonly rightChosen: number;
  /** Mean number of wrongly chosen items per question, over the questions for which some item is right. */
  readonly wrongPerQuestion: number;
  /** Share of the questions for which no item is right, but for which the selection chose at least one. */
  readonly drawn: number;
}

/** Compares the chosen with the right items. Items that are always included are ignored. */
export function judgeChoice(
  { question, right }: JudgedQuestion,
  { items }: ExplainedChoice,
): JudgedChoice {
  const always = items.filter(({ reason }) => reason === 'always').map(({ name }) => name);
  const chosen = items
    .filter(({ reason }) => reason !== undefined && reason !== 'always')
    .map(({ name }) => name);
  return {
    question,
    right,
    chosen,
    missed: right.filter((name) => !chosen.includes(name) && !always.includes(name)),
    wrong: chosen.filter((name) => !right.includes(name)),
  };
}

export function computeChoiceFigures(judged: readonly JudgedChoice[]): ChoiceFigures {
  const meant = judged.filter(({ right }) => right.length > 0);
  const others = judged.filter(({ right }) => right.length === 0);
  const count = (some: readonly JudgedChoice[], is: (one: JudgedChoice) => boolean): number =>
    some.filter(is).length / some.length;
  return {
    rightChosen: count(meant, ({ missed }) => missed.length === 0),
    wrongPerQuestion: meant.reduce((sum, { wrong }) => sum + wrong.length, 0) / meant.length,
    drawn: count(others, ({ chosen }) => chosen.length > 0),
  };
}
