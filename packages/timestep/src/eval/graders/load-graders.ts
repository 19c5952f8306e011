import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AgentFn } from '#engine/port';
import { EvalError, getErrorMessage } from '../eval-error.ts';
import type { Grader } from '../grader.ts';
import { createDefaultGraders, createGradersFromSpecs, splitGraderSpecs } from './grader-specs.ts';
import { llmJudge } from './llm-judge.ts';

/** The graders of a run, as the command line names them. */
export interface LoadGradersOptions {
  /** List of specs, such as `FinalContains, LLMJudge, ./graders.ts`. Default: the default graders. */
  readonly list?: string | undefined;
  /** Model that judges by the rubrics of tasks. */
  readonly judge?: AgentFn | undefined;
}

/**
 * Creates graders from a list of specs: names, `LLMJudge`, and files that export graders. A judge without a
 * list is added to the default graders. Throws `EvalError`.
 */
export async function loadGraders({ list, judge }: LoadGradersOptions): Promise<Grader[]> {
  if (list === undefined) {
    return [...createDefaultGraders(), ...(judge ? [llmJudge({ agent: judge })] : [])];
  }
  const specs = splitGraderSpecs(list);
  const graders = await Promise.all(specs.map((spec) => loadGrader(spec, judge)));
  if (judge && !specs.includes('LLMJudge')) graders.push([llmJudge({ agent: judge })]);
  return graders.flat();
}

async function loadGrader(spec: string, judge: AgentFn | undefined): Promise<Grader[]> {
  if (spec === 'LLMJudge') {
    if (judge) return [llmJudge({ agent: judge })];
    throw new EvalError('bad-grader', 'LLMJudge needs a model: add --judge PROVIDER/MODEL');
  }
  return isGraderFile(spec) ? loadGraderFile(spec) : createGradersFromSpecs([spec]);
}

function isGraderFile(spec: string): boolean {
  return /^\.{0,2}\//.test(spec);
}

async function loadGraderFile(file: string): Promise<Grader[]> {
  let exported: object;
  try {
    exported = (await import(pathToFileURL(resolve(file)).href)) as object;
  } catch (thrown) {
    throw new EvalError('bad-grader', `${file} cannot be loaded: ${getErrorMessage(thrown)}`);
  }
  const graders = Object.values(exported).flat().filter(isGrader);
  if (graders.length > 0) return graders;
  const form = '{ name, grade }';
  throw new EvalError('bad-grader', `${file} exports no grader: export objects ${form}`);
}

function isGrader(value: unknown): value is Grader {
  if (typeof value !== 'object' || value === null) return false;
  const { name, grade } = value as Partial<Grader>;
  return typeof name === 'string' && name !== '' && typeof grade === 'function';
}
