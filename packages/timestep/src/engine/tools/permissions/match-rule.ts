import type { JsonObject, JsonValue } from '#core';
import { joinCommandPatterns } from './command-pattern.ts';
import type { Condition, Rule } from './parse-rule.ts';
import { matchAll, matchAny, type Match } from './value-pattern.ts';

/** A call as rules see it. */
export interface Call {
  readonly name: string;
  readonly arguments: JsonObject;
}

/** Whether a call is inside a deny or ask rule: any reading of its arguments is enough. */
export function touches({ tool, conditions }: Rule, { name, arguments: given }: Call): Match {
  if (!tool.matches(name)) return 'outside';
  return matchAll(
    conditions.map(({ path, kind, pattern }) =>
      matchAny(
        findValues(given, path)
          .flatMap((value) => listItems(value, kind, 'leaves'))
          .map((value) => pattern.touches(value)),
      ),
    ),
  );
}

/** Whether a call is inside an allow rule: every reading of its arguments must be. */
export function covers(rule: Rule, { arguments: given }: Call): Match {
  if (rule.conditions.length === 0) return 'inside';
  if (!rule.isOpen && !namesAllArguments(rule.conditions, given)) return 'outside';
  return matchAll(rule.conditions.map((condition) => coversCondition(condition, given)));
}

function coversCondition(
  { path, kind, pattern }: Pick<Condition, 'path' | 'kind' | 'pattern'>,
  given: JsonObject,
): Match {
  const values = findValues(given, path).flatMap((value) => listItems(value, kind, 'items'));
  return values.length === 0 ? 'outside' : matchAll(values.map((value) => pattern.covers(value)));
}

/** Whether each command of a line is covered by one of several rules that differ in nothing else. */
export function coversCommands(rules: readonly Rule[], call: Call): boolean {
  const about = rules.flatMap((rule) => {
    const [command, ...others] = rule.conditions.filter(({ kind }) => kind === 'command');
    if (!command || others.length > 0) return [];
    const rest = rule.conditions.filter((condition) => condition !== command);
    const isRest = rest.every(
      (condition) => coversCondition(condition, call.arguments) === 'inside',
    );
    const isNamed = rule.isOpen || namesAllArguments(rule.conditions, call.arguments);
    return isRest && isNamed ? [command] : [];
  });
  return about.some(({ path }) => {
    const same = about.filter((other) => other.path.join('.') === path.join('.'));
    const pattern = joinCommandPatterns(same.map(({ text }) => text));
    return coversCondition({ path, kind: 'command', pattern }, call.arguments) === 'inside';
  });
}

/** Whether conditions name every argument, so that none can change what the call does unseen. */
function namesAllArguments(conditions: readonly Condition[], given: JsonObject): boolean {
  const named = new Set(conditions.map(({ path: [name = ''] }) => name));
  return named.has('*') || named.has('**') || Object.keys(given).every((name) => named.has(name));
}

/**
 * Lists of paths, URLs and so on are judged item by item, also nested ones, and for `leaves` also
 * the fields of objects, which a server may read. A value is one text for `text`.
 */
function listItems(
  value: JsonValue,
  kind: Condition['kind'],
  which: 'items' | 'leaves',
  depth = 0,
): readonly JsonValue[] {
  const isEntered = Array.isArray(value) || (which === 'leaves' && typeof value === 'object');
  if (kind === 'text' || value === null || !isEntered || depth > MAX_DEPTH) return [value];
  return Object.values(value).flatMap((one: JsonValue) => listItems(one, kind, which, depth + 1));
}

const MAX_DEPTH = 64;

/** Returns the values at a path. `*` is any field or item, `**` any number of them. */
function findValues(value: JsonValue, path: readonly string[], depth = 0): readonly JsonValue[] {
  const [name, ...rest] = path;
  if (name === undefined) return [value];
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) {
    return name === '**' && rest.length === 0 ? [value] : [];
  }
  if (name === '**') {
    const inner = Object.values(value).flatMap((one: JsonValue) =>
      findValues(one, path, depth + 1),
    );
    const keys = rest.length === 0 ? Object.keys(value) : findValues(value, rest, depth + 1);
    return [...inner, ...(Array.isArray(value) && rest.length === 0 ? [] : keys)];
  }
  if (name === '*') {
    return Object.values(value).flatMap((one: JsonValue) => findValues(one, rest, depth + 1));
  }
  if (Array.isArray(value) || !Object.hasOwn(value, name)) return [];
  return findValues((value as JsonObject)[name] ?? null, rest, depth + 1);
}
