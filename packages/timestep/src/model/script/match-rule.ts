import { isDeepStrictEqual } from 'node:util';
import type { PatternRunner } from '../pattern-runner.ts';
import { valueAt } from './json-path.ts';
import { ScriptError } from './script-error.ts';
import type { Rule, TextCondition, ToolResultCondition, When } from './script.ts';
import type { Situation, ToolOutcome } from './situation.ts';

/** What a rule's conditions found: named groups, and the tool result that the rule is about. */
export interface Match {
  readonly groups: { readonly [name: string]: string };
  readonly result: ToolOutcome | undefined;
}

/** What the rule found in the situation, or nothing where it does not fit. */
export function matchRule(
  { when = {} }: Rule,
  situation: Situation,
  run: PatternRunner,
): Match | undefined {
  const { step, tools = [] } = when;
  if (step !== undefined && step !== situation.step) return undefined;
  if (!tools.every((tool) => situation.tools.includes(tool))) return undefined;
  if (!isForMoment(when, situation.moment)) return undefined;

  const said =
    when.user === undefined ? {} : groupsIn(situation.user, userCondition(when.user), run);
  if (said === undefined) return undefined;
  if (when.tool_result === undefined) return { groups: said, result: situation.fresh.at(-1) };

  const condition = resultCondition(when.tool_result);
  for (const result of situation.fresh.toReversed()) {
    const found = groupsInResult(result, condition, run);
    if (found) return { groups: { ...said, ...found }, result };
  }
  return undefined;
}

function isForMoment(when: When, moment: Situation['moment']): boolean {
  if (when.tool_result !== undefined) return moment === 'tool';
  return when.user === undefined || moment === 'user';
}

function userCondition(condition: string | TextCondition): TextCondition {
  return typeof condition === 'string' ? { contains: condition } : condition;
}

function resultCondition(condition: string | ToolResultCondition): ToolResultCondition {
  return typeof condition === 'string' ? { tool: condition } : condition;
}

function groupsInResult(
  result: ToolOutcome,
  condition: ToolResultCondition,
  run: PatternRunner,
): Match['groups'] | undefined {
  const { tool, fields = {}, has = [] } = condition;
  if (tool !== undefined && tool !== result.tool) return undefined;
  if (!has.every((path) => valueAt(result.value, path) !== undefined)) return undefined;
  const equal = Object.entries(fields).every(([path, expected]) =>
    isDeepStrictEqual(valueAt(result.value, path), expected),
  );
  return equal ? groupsIn(result.text, condition, run) : undefined;
}

function groupsIn(
  text: string,
  { contains, matches }: TextCondition,
  run: PatternRunner,
): Match['groups'] | undefined {
  if (contains !== undefined && !text.toLowerCase().includes(contains.toLowerCase())) {
    return undefined;
  }
  if (matches === undefined) return {};
  const match = run(patternOf(matches), text);
  if (match === 'too-slow') {
    const advice = 'write it without nested or neighbouring repeats of the same characters';
    throw new ScriptError('slow-pattern', `the pattern ${matches} takes too long: ${advice}`);
  }
  if (!match) return undefined;
  const named = Object.entries(match.groups ?? {});
  // A group that took no part is an empty text, as in a sentence with nothing in that place.
  return Object.fromEntries(named.map(([name, found]) => [name, (found ?? '').trim()]));
}

/** How `matches` is read: any case, Unicode. */
export function patternOf(source: string): RegExp {
  return new RegExp(source, 'iu');
}
