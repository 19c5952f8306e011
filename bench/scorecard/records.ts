import type { ToolName } from './subject.ts';

/** A side effect as it arrived outside the process that is killed. */
export interface Effect {
  readonly name: ToolName;
  readonly key: string;
}

/** What happened in one story, as its client and the world outside saw it. */
export interface StoryRecord {
  /** Where the process was killed. Undefined: it was not. */
  readonly killedAt: string | undefined;
  readonly accepted: boolean;
  readonly answer: string | undefined;
  /** Why there is no answer. */
  readonly failure: string | undefined;
  readonly effects: readonly Effect[];
  readonly modelCalls: number;
  /** Accepted approvals; one is right. */
  readonly approvals: number;
  /** The streamed text. Undefined where the product streams nothing. */
  readonly streamed: string | undefined;
  /** Milliseconds from the start of the next process until the task went on. */
  readonly wentOnMs: number | undefined;
}

/** What is wrong with one story. */
export interface Verdict {
  readonly lost: boolean;
  readonly sentTwice: boolean;
  readonly doubled: boolean;
  readonly missing: boolean;
  readonly askedAgain: boolean;
  readonly cut: boolean;
  readonly modelAgain: boolean;
}

const TOOLS: readonly ToolName[] = ['reserve', 'charge'];
const MODEL_CALLS = 3;

export function judge(record: StoryRecord): Verdict {
  const { accepted, answer, effects, approvals, streamed, modelCalls } = record;
  const ofTools = TOOLS.map((name) => effects.filter((effect) => effect.name === name));
  const isAnswered = answer !== undefined;
  return {
    lost: accepted && !isAnswered,
    sentTwice: ofTools.some((sent) => sent.length > 1),
    doubled: ofTools.some((sent) => new Set(sent.map(({ key }) => key)).size > 1),
    missing: isAnswered && ofTools.some((sent) => sent.length === 0),
    askedAgain: approvals > 1,
    cut: isAnswered && streamed !== undefined && streamed !== answer,
    modelAgain: modelCalls > MODEL_CALLS,
  };
}

/** How many stories have each fault. */
export type Totals = { readonly [Fault in keyof Verdict]: number };

export function addUp(verdicts: readonly Verdict[]): Totals {
  const count = (fault: keyof Verdict): number =>
    verdicts.filter((verdict) => verdict[fault]).length;
  return {
    lost: count('lost'),
    sentTwice: count('sentTwice'),
    doubled: count('doubled'),
    missing: count('missing'),
    askedAgain: count('askedAgain'),
    cut: count('cut'),
    modelAgain: count('modelAgain'),
  };
}
