import { EvalError } from '../eval-error.ts';
import type { Grader } from '../grader.ts';
import { CostLimit, LatencyLimit } from './limit-graders.ts';
import {
  FinalContains,
  FinalJSON,
  FinalRegex,
  TranscriptContains,
  TranscriptRegex,
} from './text-graders.ts';
import { ToolCallMatch } from './tool-call-match.ts';
import {
  ForbiddenTools,
  MaxToolCalls,
  MinToolCalls,
  ToolCallOrder,
  ToolCallSequence,
  ToolResultJSON,
} from './tool-graders.ts';
import { Trajectory, type TrajectoryMode } from './trajectory.ts';

/** The specs of a run that names none. */
export const DEFAULT_GRADERS: readonly string[] = [
  'ForbiddenTools',
  'MaxToolCalls:50',
  'FinalRegex',
  'FinalContains',
];

type MakeGrader = (argument: string | undefined, spec: string) => Grader;

const MODES: readonly TrajectoryMode[] = ['strict', 'unordered', 'subset', 'superset'];

const MAKERS: Readonly<Record<string, MakeGrader>> = {
  FinalRegex: (argument) => FinalRegex(argument),
  FinalContains: (argument) => FinalContains(argument),
  FinalJSON: (argument, spec) => FinalJSON(listIn(argument, spec)),
  TranscriptContains: (argument) => TranscriptContains(argument),
  TranscriptRegex: (argument) => TranscriptRegex(argument),
  ForbiddenTools: (argument) => withoutArgument(ForbiddenTools(), argument),
  MaxToolCalls: (argument, spec) => MaxToolCalls(numberIn(argument, spec)),
  MinToolCalls: (argument, spec) => MinToolCalls(numberIn(argument, spec)),
  ToolCallSequence: (argument) => ToolCallSequence(argument),
  ToolCallOrder: (argument, spec) => ToolCallOrder(listIn(argument, spec)),
  ToolResultJSON: (argument) => ToolResultJSON(argument),
  CostLimit: (argument, spec) => CostLimit(numberIn(argument, spec)),
  LatencyLimit: (argument, spec) => LatencyLimit(numberIn(argument, spec)),
  ToolCallMatch: (argument) => withoutArgument(ToolCallMatch(), argument),
  Trajectory: (argument, spec) => Trajectory(modeIn(argument, spec)),
};

/** The names that specs may begin with. */
export const GRADER_NAMES: readonly string[] = Object.keys(MAKERS);

/** Which grader reads what of a task, by `expected.NAME` or `limits.NAME`. */
export const READERS: ReadonlyMap<string, string> = new Map([
  ...Object.entries(MAKERS).flatMap(([name, make]) =>
    (make(undefined, name).reads ?? []).map((path) => [path, name] as const),
  ),
  ['expected.llm_judge_rubric', 'LLMJudge'],
]);

/**
 * Graders by their specs, `Name` or `Name:argument`; everything after the first colon is the
 * argument, colons and all. Throws `EvalError` naming the spec.
 */
export function gradersFrom(specs: readonly string[]): Grader[] {
  return specs.map((spec) => {
    const colon = spec.indexOf(':');
    const name = colon === -1 ? spec : spec.slice(0, colon);
    const make = Object.hasOwn(MAKERS, name) ? MAKERS[name] : undefined;
    if (make) return make(colon === -1 ? undefined : argumentIn(spec, colon + 1), spec);
    const message = `there is no grader ${name}: use ${GRADER_NAMES.join(', ')}`;
    throw new EvalError('bad-grader', message);
  });
}

function argumentIn(spec: string, from: number): string {
  const argument = spec.slice(from);
  if (argument.trim() === '') {
    throw new EvalError('bad-grader', `${spec} has an empty argument: leave out the colon`);
  }
  const swallowed = argument
    .split(',')
    .slice(1)
    .find((piece) => Object.hasOwn(MAKERS, piece.split(':', 1)[0] ?? ''));
  if (swallowed === undefined) return argument;
  const message = `${spec} takes ${swallowed} for text: write a space after the comma`;
  throw new EvalError('bad-grader', message);
}

function withoutArgument(grader: Grader, argument: string | undefined): Grader {
  if (argument === undefined) return grader;
  throw new EvalError('bad-grader', `${grader.name} takes no argument: leave out "${argument}"`);
}

function numberIn(argument: string | undefined, spec: string): number | undefined {
  if (argument === undefined) return undefined;
  const value = Number(argument);
  if (argument.trim() !== '' && value >= 0 && Number.isFinite(value)) return value;
  throw new EvalError('bad-grader', `${spec}: "${argument}" is no number of at least 0`);
}

function listIn(argument: string | undefined, spec: string): string[] | undefined {
  const items = argument?.split(',').map((item) => item.trim());
  if (!items?.includes('')) return items;
  throw new EvalError('bad-grader', `${spec}: there is nothing between two commas`);
}

function modeIn(argument: string | undefined, spec: string): TrajectoryMode | undefined {
  if (argument === undefined) return undefined;
  const mode = MODES.find((one) => one === argument);
  if (mode) return mode;
  throw new EvalError('bad-grader', `${spec}: use ${MODES.join(', ')}`);
}
