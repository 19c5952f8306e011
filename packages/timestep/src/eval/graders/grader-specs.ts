import { findSimilarWord } from '#core';
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

/** Graders of a run that specifies none. */
export const DEFAULT_GRADERS: readonly string[] = [
  'ForbiddenTools',
  'MaxToolCalls:50',
  'FinalRegex',
  'FinalContains',
];

/**
 * Creates the default graders. Some only check limits: a task that nothing else grades counts as a task
 * without a check.
 */
export function createDefaultGraders(): Grader[] {
  return createGradersFromSpecs(DEFAULT_GRADERS).map((grader) =>
    LIMITS.includes(grader.name) ? { ...grader, isDefaultLimit: true } : grader,
  );
}

const LIMITS = ['ForbiddenTools', 'MaxToolCalls'];

/**
 * Splits a list of grader specs at commas. A comma belongs to an argument, as in `FinalJSON:a, b`,
 * unless a word similar to a grader name follows.
 */
export function splitGraderSpecs(list: string): string[] {
  const specs: string[] = [];
  for (const piece of list.split(',')) {
    const before = specs.at(-1);
    const isNew = isLikelyGraderSpec(piece.trim());
    if (before === undefined || isNew || !before.includes(':')) specs.push(piece.trim());
    else specs[specs.length - 1] = `${before},${piece}`;
  }
  return specs.map((spec) => spec.trim());
}

function isLikelyGraderSpec(spec: string): boolean {
  const [name = ''] = spec.split(':', 1);
  const known = ['LLMJudge', ...BY_SPELLING.keys()];
  if (known.includes(name) || /^\.{0,2}\//.test(name)) return true;
  return name.length > MIN_NAME && findSimilarWord(name, known) !== undefined;
}

/** Minimum length of a word that is treated as a misspelled grader name if it resembles one. */
const MIN_NAME = 6;

type CreateGrader = (argument: string | undefined, spec: string) => Grader;

const MODES: readonly TrajectoryMode[] = ['strict', 'unordered', 'subset', 'superset'];

const GRADER_FACTORIES: Readonly<Record<string, CreateGrader>> = {
  FinalRegex: (argument) => finalRegex({ pattern: argument }),
  FinalContains: (argument) => finalContains({ text: argument }),
  FinalJSON: (argument, spec) => finalJson({ keys: parseListArgument(argument, spec) }),
  TranscriptContains: (argument) => transcriptContains({ text: argument }),
  TranscriptRegex: (argument) => transcriptRegex({ pattern: argument }),
  ForbiddenTools: (argument) => requireNoArgument(forbiddenTools(), argument),
  MaxToolCalls: (argument, spec) => maxToolCalls({ most: parseNumberArgument(argument, spec) }),
  MinToolCalls: (argument, spec) => minToolCalls({ least: parseNumberArgument(argument, spec) }),
  ToolCallSequence: (argument) => toolCallSequence({ tool: argument }),
  ToolCallOrder: (argument, spec) => toolCallOrder({ tools: parseListArgument(argument, spec) }),
  ToolResultJSON: (argument) => toolResultJson({ tool: argument }),
  CostLimit: (argument, spec) => costLimit({ mostUsd: parseNumberArgument(argument, spec) }),
  LatencyLimit: (argument, spec) =>
    latencyLimit({ mostSeconds: parseNumberArgument(argument, spec) }),
  ToolCallMatch: (argument) => requireNoArgument(toolCallMatch(), argument),
  Trajectory: (argument, spec) => trajectory({ mode: parseModeArgument(argument, spec) }),
};

/** Grader names that can be used in specs. */
export const GRADER_NAMES: readonly string[] = Object.keys(GRADER_FACTORIES);

/** Grader factories by both spellings of a name: `FinalRegex` in reports, `finalRegex` in code. */
const BY_SPELLING: ReadonlyMap<string, CreateGrader> = new Map(
  Object.entries(GRADER_FACTORIES).flatMap(([name, make]) => [
    [name, make] as const,
    [graderToFunctionName(name), make] as const,
  ]),
);

function graderToFunctionName(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1).replace('JSON', 'Json');
}

/** Maps a task field, such as `expected.NAME` or `limits.NAME`, to the grader that reads it. */
export const READERS: ReadonlyMap<string, string> = new Map([
  ...Object.entries(GRADER_FACTORIES).flatMap(([name, make]) =>
    (make(undefined, name).reads ?? []).map((path) => [path, name] as const),
  ),
  ['expected.llm_judge_rubric', 'LLMJudge'],
]);

/** Creates graders from specs `Name` or `Name:argument`. Throws `EvalError`. */
export function createGradersFromSpecs(specs: readonly string[]): Grader[] {
  return specs.map((spec) => {
    const colon = spec.indexOf(':');
    const name = colon === -1 ? spec : spec.slice(0, colon);
    const make = BY_SPELLING.get(name);
    if (make) return make(colon === -1 ? undefined : requireGraderArgument(spec, colon + 1), spec);
    const message = `unknown grader ${name}: use ${GRADER_NAMES.join(', ')}`;
    throw new EvalError('bad-grader', message);
  });
}

function requireGraderArgument(spec: string, start: number): string {
  const argument = spec.slice(start);
  if (argument.trim() === '') {
    throw new EvalError('bad-grader', `${spec} has an empty argument: remove the colon`);
  }
  return argument;
}

function requireNoArgument(grader: Grader, argument: string | undefined): Grader {
  if (argument === undefined) return grader;
  throw new EvalError('bad-grader', `${grader.name} takes no argument: remove "${argument}"`);
}

function parseNumberArgument(argument: string | undefined, spec: string): number | undefined {
  if (argument === undefined) return undefined;
  const value = Number(argument);
  if (argument.trim() !== '' && value >= 0 && Number.isFinite(value)) return value;
  throw new EvalError(
    'bad-grader',
    `grader ${spec}: the argument "${argument}" must be a number of at least 0`,
  );
}

function parseListArgument(argument: string | undefined, spec: string): string[] | undefined {
  const items = argument?.split(',').map((item) => item.trim());
  if (!items?.includes('')) return items;
  const message = `${spec}: an item of the list is empty: remove the extra comma`;
  throw new EvalError('bad-grader', message);
}

function parseModeArgument(argument: string | undefined, spec: string): TrajectoryMode | undefined {
  if (argument === undefined) return undefined;
  const mode = MODES.find((one) => one === argument);
  if (mode) return mode;
  throw new EvalError('bad-grader', `${spec} has an unknown mode: use ${MODES.join(', ')}`);
}
