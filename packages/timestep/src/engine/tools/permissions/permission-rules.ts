import { homedir } from 'node:os';
import type { JsonObject, JsonValue } from '#core';
import type { CallRuling } from '#engine/port';
import { joinCommandPatterns } from './command-pattern.ts';
import { parseGlob } from './glob.ts';
import { parseRule, type Condition, type Rule } from './parse-rule.ts';
import type { PathFacts } from './path-pattern.ts';
import { matchAll, matchAny, type Match } from './value-pattern.ts';

/** Rules like `<tool>:<path.to.argument>=<pattern>&…`, of which the strictest verdict counts. */
export interface PermissionRules {
  readonly deny?: readonly string[];
  readonly ask?: readonly string[];
  readonly allow?: readonly string[];
}

/** Decides about a call by rules. Returns `undefined` if no rule matches. */
export type RuleJudge = (call: Call) => CallRuling | undefined;

interface Call {
  readonly name: string;
  readonly arguments: JsonObject;
}

/** A rule that cannot be parsed, and the reason. */
export interface MalformedRule {
  readonly rule: string;
  readonly why: string;
}

/** Lists the rules that cannot be parsed. */
export function listMalformedRules(rules: PermissionRules): readonly MalformedRule[] {
  const texts = [...(rules.deny ?? []), ...(rules.ask ?? []), ...(rules.allow ?? [])];
  return texts.flatMap((rule): MalformedRule[] => {
    const parsed = parseRule(rule, {});
    return 'why' in parsed ? [{ rule, why: parsed.why }] : [];
  });
}

/**
 * Combines `deny`, `ask`, `allow` in this order. Deny and ask rules match if any reading of an
 * argument is inside, allow rules only if every reading is. An argument that programs may read in
 * several ways asks a person. A malformed rule denies, asks, but never allows.
 */
export function createRuleJudge(
  rules: PermissionRules,
  facts: PathFacts = getPathFacts(),
): RuleJudge {
  const parse = (texts: readonly string[] = []): readonly Rule[] =>
    texts.map((text) => {
      const rule = parseRule(text, facts);
      return 'why' in rule ? { text, tool: parseGlob('*'), conditions: [], isOpen: false } : rule;
    });
  const [deny, ask] = [parse(rules.deny), parse(rules.ask)];
  const allow = parse(rules.allow?.filter((text) => !('why' in parseRule(text, facts))));
  return (call) => {
    const denying = deny.find((rule) => touches(rule, call) === 'inside');
    if (denying) return { verdict: 'deny', reason: `the rule "${denying.text}" denies the call` };
    for (const rule of [...ask, ...deny]) {
      const match = touches(rule, call);
      if (match === 'inside')
        return { verdict: 'ask', reason: `the rule "${rule.text}" asks a person` };
      if (match !== 'outside') return createDoubt(rule, match.unclear);
    }
    const named = allow.filter((rule) => rule.tool.matches(call.name));
    const matches = named.map((rule) => covers(rule, call));
    if (matches.includes('inside') || coversCommands(named, call)) return { verdict: 'allow' };
    const at = matches.findIndex((match) => typeof match === 'object');
    const [rule, match] = [named[at], matches[at]];
    return rule && typeof match === 'object' ? createDoubt(rule, match.unclear) : undefined;
  };
}

/** Returns the facts about paths of this machine. */
function getPathFacts(): PathFacts {
  return { home: homedir(), foldsCase: ['darwin', 'win32'].includes(process.platform) };
}

function createDoubt({ text }: Rule, why: string): CallRuling {
  return { verdict: 'ask', reason: `the rule "${text}" cannot be applied: ${why}` };
}

/** Copies a rule about `tool` to another tool. Undefined unless it matches only `tool`. */
export function copyRuleToTool(rule: string, tool: string, other: string): string | undefined {
  const colon = rule.indexOf(':');
  const named = parseGlob((colon === -1 ? rule : rule.slice(0, colon)).trim());
  if (!named.matches(tool) || named.matches(other)) return undefined;
  return colon === -1 ? other : `${other}${rule.slice(colon)}`;
}

function touches({ tool, conditions }: Rule, { name, arguments: given }: Call): Match {
  if (!tool.matches(name)) return 'outside';
  return matchAll(
    conditions.map(({ path, kind, pattern }) =>
      matchAny(
        findValues(given, path)
          .flatMap((value) => listItems(value, kind))
          .map((value) => pattern.touches(value)),
      ),
    ),
  );
}

function covers(rule: Rule, { arguments: given }: Call): Match {
  if (rule.conditions.length === 0) return 'inside';
  if (!rule.isOpen && !namesAllArguments(rule.conditions, given)) return 'outside';
  return matchAll(rule.conditions.map((condition) => coversCondition(condition, given)));
}

function coversCondition(
  { path, kind, pattern }: Pick<Condition, 'path' | 'kind' | 'pattern'>,
  given: JsonObject,
): Match {
  const values = findValues(given, path).flatMap((value) => listItems(value, kind));
  return values.length === 0 ? 'outside' : matchAll(values.map((value) => pattern.covers(value)));
}

/** Whether each command of a line is covered by one of several rules that differ in nothing else. */
function coversCommands(rules: readonly Rule[], call: Call): boolean {
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

/** Lists of paths, URLs and so on are judged item by item. A list is one text for `text`. */
function listItems(value: JsonValue, kind: Condition['kind']): readonly JsonValue[] {
  return Array.isArray(value) && kind !== 'text' ? (value as readonly JsonValue[]) : [value];
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
