import { isDeepStrictEqual } from 'node:util';
import type { PatternRunner } from '../pattern-runner.ts';
import { getValueAtPath } from './json-path.ts';
import { ScriptError } from './script.ts';
import type { Rule, TextCondition, ToolResultCondition, When } from './script.ts';
import type { TranscriptState, ScriptToolResult } from './transcript-state.ts';

/** A matched rule: values of named groups, and the tool result that matched. */
export interface RuleMatch {
  readonly groups: { readonly [name: string]: string };
  readonly result: ScriptToolResult | undefined;
}

/** Matches a rule of a script; undefined if the rule does not apply. */
export function matchRule(
  { when = {} }: Rule,
  state: TranscriptState,
  runPattern: PatternRunner,
): RuleMatch | undefined {
  const { step, tools = [] } = when;
  if (step !== undefined && step !== state.step) return undefined;
  if (!tools.every((tool) => state.tools.includes(tool))) return undefined;
  if (!matchesMoment(when, state.moment)) return undefined;

  const said =
    when.user === undefined ? {} : matchText(state.user, toTextCondition(when.user), runPattern);
  if (said === undefined) return undefined;
  if (when.tool_result === undefined) return { groups: said, result: state.fresh.at(-1) };

  const condition =
    typeof when.tool_result === 'string' ? { tool: when.tool_result } : when.tool_result;
  for (const result of state.fresh.toReversed()) {
    const found = matchToolResult(result, condition, runPattern);
    if (found) return { groups: { ...said, ...found }, result };
  }
  return undefined;
}

function matchesMoment(when: When, moment: TranscriptState['moment']): boolean {
  if (when.tool_result !== undefined) return moment === 'tool';
  return when.user === undefined || moment === 'user';
}

function toTextCondition(condition: string | TextCondition): TextCondition {
  return typeof condition === 'string' ? { contains: condition } : condition;
}

function matchToolResult(
  result: ScriptToolResult,
  condition: ToolResultCondition,
  runPattern: PatternRunner,
): RuleMatch['groups'] | undefined {
  const { tool, fields = {}, has = [] } = condition;
  if (tool !== undefined && tool !== result.tool) return undefined;
  if (!has.every((path) => getValueAtPath(result.value, path) !== undefined)) return undefined;
  const equal = Object.entries(fields).every(([path, expected]) =>
    isDeepStrictEqual(getValueAtPath(result.value, path), expected),
  );
  return equal ? matchText(result.text, condition, runPattern) : undefined;
}

function matchText(
  text: string,
  { contains, matches }: TextCondition,
  runPattern: PatternRunner,
): RuleMatch['groups'] | undefined {
  if (contains !== undefined && !text.toLowerCase().includes(contains.toLowerCase())) {
    return undefined;
  }
  if (matches === undefined) return {};
  const match = runPattern(compilePattern(matches), text);
  if (match === 'too-slow') {
    const advice = 'write it without nested or neighboring repeats of the same characters';
    throw new ScriptError('slow-pattern', `the pattern ${matches} takes too long: ${advice}`);
  }
  if (!match) return undefined;
  const named = Object.entries(match.groups ?? {});
  return Object.fromEntries(named.map(([name, found]) => [name, (found ?? '').trim()]));
}

export function compilePattern(source: string): RegExp {
  return new RegExp(source, 'iu');
}
