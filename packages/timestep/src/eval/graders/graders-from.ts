import { EvalError } from '../eval-error.ts';
import type { Grader } from '../grader.ts';
import { costLimit, latencyLimit } from './limit-graders.ts';
import {
  finalContains,
  finalJson,
  finalRegex,
  transcriptContains,
  transcriptRegex,
} from './text-graders.ts';
import { toolCallMatch } from './tool-call-match.ts';
import {
  forbiddenTools,
  maxToolCalls,
  minToolCalls,
  toolCallOrder,
  toolCallSequence,
  toolResultJson,
} from './tool-graders.ts';
import { trajectory, type TrajectoryMode } from './trajectory.ts';

/** The graders of a run that names none. */
export const DEFAULT_GRADERS: readonly string[] = [
  'ForbiddenTools',
  'MaxToolCalls:50',
  'FinalRegex',
  'FinalContains',
];

type MakeGrader = (argument: string | undefined, spec: string) => Grader;

const MODES: readonly TrajectoryMode[] = ['strict', 'unordered', 'subset', 'superset'];

const MAKERS: Readonly<Record<string, MakeGrader>> = {
  FinalRegex: (argument) => finalRegex({ pattern: argument }),
  FinalContains: (argument) => finalContains({ text: argument }),
  FinalJSON: (argument, spec) => finalJson({ keys: listIn(argument, spec) }),
  TranscriptContains: (argument) => transcriptContains({ text: argument }),
  TranscriptRegex: (argument) => transcriptRegex({ pattern: argument }),
  ForbiddenTools: (argument) => withoutArgument(forbiddenTools(), argument),
  MaxToolCalls: (argument, spec) => maxToolCalls({ most: numberIn(argument, spec) }),
  MinToolCalls: (argument, spec) => minToolCalls({ least: numberIn(argument, spec) }),
  ToolCallSequence: (argument) => toolCallSequence({ tool: argument }),
  ToolCallOrder: (argument, spec) => toolCallOrder({ tools: listIn(argument, spec) }),
  ToolResultJSON: (argument) => toolResultJson({ tool: argument }),
  CostLimit: (argument, spec) => costLimit({ mostUsd: numberIn(argument, spec) }),
  LatencyLimit: (argument, spec) => latencyLimit({ mostSeconds: numberIn(argument, spec) }),
  ToolCallMatch: (argument) => withoutArgument(toolCallMatch(), argument),
  Trajectory: (argument, spec) => trajectory({ mode: modeIn(argument, spec) }),
};

/** The names that specs may begin with. */
export const GRADER_NAMES: readonly string[] = Object.keys(MAKERS);

/** Makers by both spellings of a name: `FinalRegex` in reports, `finalRegex` as a function. */
const BY_SPELLING: ReadonlyMap<string, MakeGrader> = new Map(
  Object.entries(MAKERS).flatMap(([name, make]) => [
    [name, make] as const,
    [functionNameOf(name), make] as const,
  ]),
);

function functionNameOf(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1).replace('JSON', 'Json');
}

/** Which grader reads which field of a task, by `expected.NAME` or `limits.NAME`. */
export const READERS: ReadonlyMap<string, string> = new Map([
  ...Object.entries(MAKERS).flatMap(([name, make]) =>
    (make(undefined, name).reads ?? []).map((path) => [path, name] as const),
  ),
  ['expected.llm_judge_rubric', 'LLMJudge'],
]);

/**
 * Graders by their specs, `Name` or `Name:argument`; everything after the first colon is the
 * argument, further colons included. Throws `EvalError` naming the spec.
 */
export function gradersFrom(specs: readonly string[]): Grader[] {
  return specs.map((spec) => {
    const colon = spec.indexOf(':');
    const name = colon === -1 ? spec : spec.slice(0, colon);
    const make = BY_SPELLING.get(name);
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
    .find((piece) => BY_SPELLING.has(piece.split(':', 1)[0] ?? ''));
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
  throw new EvalError('bad-grader', `${spec}: "${argument}" is not a number of at least 0`);
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
