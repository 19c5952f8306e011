import { parseJson, type JsonObject, type JsonValue } from '#core';
import { joinCommandPatterns } from './command-pattern.ts';
import type { Condition, Rule } from './parse-rule.ts';
import {
  normalizeForComparison,
  combineAllMatches,
  combineAnyMatch,
  type Match,
} from './value-pattern.ts';

/** A tool call, as permission rules see it. */
export interface Call {
  readonly name: string;
  readonly arguments: JsonObject;
}

/** Returns whether a deny or ask rule matches a call: some reading of its arguments must match. */
export function touches({ tool, conditions }: Rule, { name, arguments: given }: Call): Match {
  if (!tool.matches(name)) return 'outside';
  return combineAllMatches(
    conditions.map(({ path, kind, pattern }) =>
      combineAnyMatch(
        findValuesAtPath(given, path, { isDeny: true })
          .flatMap((value) => listArgumentParts(value, kind))
          .map((value) => pattern.touches(value)),
      ),
    ),
  );
}

/** Returns whether an allow rule matches a call: every reading of its arguments must match. */
export function covers(rule: Rule, { arguments: given }: Call): Match {
  if (rule.conditions.length === 0) return 'inside';
  if (!rule.isOpen && !haveConditionsForAllArguments(rule.conditions, given)) return 'outside';
  return combineAllMatches(rule.conditions.map((condition) => coversCondition(condition, given)));
}

function coversCondition(
  { path, kind, pattern }: Pick<Condition, 'path' | 'kind' | 'pattern'>,
  given: JsonObject,
): Match {
  const values = findValuesAtPath(given, path).flatMap((value) => listJudgedItems(value, kind));
  return values.length === 0
    ? 'outside'
    : combineAllMatches(values.map((value) => pattern.covers(value)));
}

/** Returns whether each command of a command line is covered by one of several rules that otherwise agree. */
export function areAllCommandsCovered(rules: readonly Rule[], call: Call): boolean {
  const about = rules.flatMap((rule) => {
    const [command, ...others] = rule.conditions.filter(({ kind }) => kind === 'command');
    if (!command || others.length > 0) return [];
    const rest = rule.conditions.filter((condition) => condition !== command);
    const isRest = rest.every(
      (condition) => coversCondition(condition, call.arguments) === 'inside',
    );
    const hasNoOthers =
      rule.isOpen || haveConditionsForAllArguments(rule.conditions, call.arguments);
    return isRest && hasNoOthers ? [command] : [];
  });
  return about.some(({ path }) => {
    const same = about.filter((other) => other.path.join('.') === path.join('.'));
    const pattern = joinCommandPatterns(same.map(({ text }) => text));
    return coversCondition({ path, kind: 'command', pattern }, call.arguments) === 'inside';
  });
}

/**
 * Whether a rule's conditions name every argument of a call, also inside objects and lists. Otherwise, an
 * argument without a condition could change what the call does.
 */
function haveConditionsForAllArguments(
  conditions: readonly Condition[],
  given: JsonObject,
): boolean {
  const paths = conditions.map(({ path }) => path);
  return Object.entries(given).every(([name, value]) =>
    areAllValuesNamed(value, listRestsOfPaths(paths, name)),
  );
}

/** Returns whether the argument paths of a rule cover every field and item inside a value. */
function areAllValuesNamed(
  value: JsonValue,
  paths: readonly (readonly string[])[],
  depth = 0,
): boolean {
  if (paths.some(([name]) => name === undefined || name === '**')) return true;
  const inner = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (paths.length === 0 || inner.length === 0 || depth > MAX_DEPTH) return false;
  return inner.every(([name, one]: [string, JsonValue]) =>
    areAllValuesNamed(one, listRestsOfPaths(paths, name, Array.isArray(value)), depth + 1),
  );
}

/** Returns the rest of each path after a name. Items of a list only match `*`. */
function listRestsOfPaths(
  paths: readonly (readonly string[])[],
  name: string,
  isItem = false,
): readonly (readonly string[])[] {
  return paths.flatMap(([first, ...rest]): (readonly string[])[] => {
    if (first === '**') return [[first, ...rest]];
    return first === '*' || (first === name && !isItem) ? [rest] : [];
  });
}

/**
 * Lists the items of a possibly nested list, which a rule about paths, URLs or commands checks one by one.
 * For rules about plain text, the whole value is the only item.
 */
function listJudgedItems(
  value: JsonValue,
  kind: Condition['kind'],
  depth = 0,
): readonly JsonValue[] {
  if (kind === 'text' || !Array.isArray(value) || depth > MAX_DEPTH) return [value];
  return value.flatMap((one: JsonValue) => listJudgedItems(one, kind, depth + 1));
}

/**
 * Lists all parts of an argument that a server may read: items, field names, field values, and lists in a
 * text.
 */
function listArgumentParts(
  value: JsonValue,
  kind: Condition['kind'],
  depth = 0,
): readonly JsonValue[] {
  if (kind === 'text' || value === null || depth > MAX_DEPTH) return [value];
  if (typeof value === 'string' && depth === 0) return [value, ...listTextItems(value, kind)];
  if (typeof value !== 'object') return [value];
  const names = Array.isArray(value) ? [] : Object.keys(value);
  const inner = Object.values(value) as readonly JsonValue[];
  return [...names, ...inner.flatMap((one) => listArgumentParts(one, kind, depth + 1))];
}

/** Lists the items of a list that is written in a text, as JSON or with commas. */
function listTextItems(text: string, kind: Condition['kind']): readonly JsonValue[] {
  const trimmed = text.trim();
  const json = /^["[{]/.test(trimmed) ? parseJson(trimmed) : undefined;
  if (json !== undefined) return listArgumentParts(json, kind, 1);
  if (kind === 'url') {
    const scheme = text.indexOf('://');
    const isList = scheme !== -1 && /[\s,;|]/.test(text.slice(scheme));
    return isList ? text.split(/[\s,;|]+/) : [];
  }
  const isList = kind !== 'command' && text.includes(',') && !/\s/.test(text);
  return isList ? text.split(',') : [];
}

/** Calls that are nested deeper than this are refused before rules see them. */
const MAX_DEPTH = 200;

interface Finding {
  /**
   * Whether the search is for a deny rule, which ignores the case of names and also looks into objects
   * written as JSON text.
   */
  readonly isDeny: boolean;
}

const ALLOWING: Finding = { isDeny: false };

/** Returns the values at a path. `*` is any field or item, `**` any number of them. */
function findValuesAtPath(
  given: JsonValue,
  path: readonly string[],
  how: Finding = ALLOWING,
  depth = 0,
): readonly JsonValue[] {
  const [name, ...rest] = path;
  if (name === undefined) return [given];
  const isText = how.isDeny && typeof given === 'string' && name !== '**';
  const value = isText ? (parseJson(given) ?? given) : given;
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) {
    return name === '**' && rest.length === 0 ? [value] : [];
  }
  const find = (one: JsonValue, left: readonly string[]): readonly JsonValue[] =>
    findValuesAtPath(one, left, how, depth + 1);
  const values: readonly JsonValue[] = Object.values(value);
  if (name === '**') {
    const inner = values.flatMap((one) => find(one, path));
    const keys = rest.length === 0 ? Object.keys(value) : find(value, rest);
    return [...inner, ...(Array.isArray(value) && rest.length === 0 ? [] : keys)];
  }
  if (name === '*') return values.flatMap((one) => find(one, rest));
  if (Array.isArray(value)) return [];
  const isName = how.isDeny
    ? (key: string) => normalizeForComparison(key) === normalizeForComparison(name)
    : (key: string) => key === name;
  return Object.entries(value).flatMap(([key, one]) => (isName(key) ? find(one, rest) : []));
}
