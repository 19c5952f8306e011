import type { ExplainedChoice } from './explain-choice.ts';

/** A question, and the names of the items that it needs; none if nothing fits. */
export interface JudgedQuestion {
  readonly question: string;
  readonly right: readonly string[];
}

/** A question, and what was chosen for it beside what is right. */
export interface JudgedChoice extends JudgedQuestion {
  readonly chosen: readonly string[];
  readonly missed: readonly string[];
  readonly wrong: readonly string[];
}

/** Figures of all questions. A share is NaN if no question of its kind was asked. */
export interface ChoiceFigures {
  /** Share of the questions with right items of which all were chosen. */
  readonly rightChosen: number;
  /** Mean number of wrong items of a question with right items. */
  readonly wrongPerQuestion: number;
  /** Share of the questions without right items for which something was chosen. */
  readonly drawn: number;
}

/** Compares a choice with what is right. Items that are always included count as neither. */
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
