import type { JsonObject, JsonValue } from '#core';
import type { CallRuling } from '#engine/port';
import { parseGlob, type Glob } from './glob.ts';

/** Rules like `<tool>:<path.to.argument>=<value>&…`; `*` means any characters and `?` one. */
export interface PermissionRules {
  readonly deny?: readonly string[];
  readonly ask?: readonly string[];
  readonly allow?: readonly string[];
}

/** Decides about a call by rules. Returns `undefined` if no rule matches. */
export type RuleJudge = (call: {
  readonly name: string;
  readonly arguments: JsonObject;
}) => CallRuling | undefined;

/** A rule that cannot be parsed, and the reason. */
export interface MalformedRule {
  readonly rule: string;
  readonly why: string;
}

interface Rule {
  readonly text: string;
  readonly tool: Glob;
  readonly conditions: readonly Condition[];
}

interface Condition {
  readonly path: readonly string[];
  readonly value: Glob;
}

/** Lists the rules that cannot be parsed. */
export function listMalformedRules(rules: PermissionRules): readonly MalformedRule[] {
  const texts = [...(rules.deny ?? []), ...(rules.ask ?? []), ...(rules.allow ?? [])];
  return texts.flatMap((rule): MalformedRule[] => {
    const why = findRuleError(rule);
    return why === undefined ? [] : [{ rule, why }];
  });
}

/** Combines `deny`, `ask`, `allow` in this order. A malformed rule denies, asks, but never allows. */
export function createRuleJudge(rules: PermissionRules): RuleJudge {
  const [deny, ask, allow] = [rules.deny, rules.ask, rules.allow].map((texts = []) =>
    texts.map(parseRule),
  );
  return (call) => {
    const denying = deny?.find((rule) => matchesCall(rule, call));
    if (denying) return { verdict: 'deny', reason: `the rule "${denying.text}" denies the call` };
    const asking = ask?.find((rule) => matchesCall(rule, call));
    if (asking) return { verdict: 'ask', reason: `the rule "${asking.text}" asks a person` };
    const isAllowed = allow?.some(
      (rule) =>
        findRuleError(rule.text) === undefined &&
        matchesCall(rule, call) &&
        !hasParentPathStep(rule, call),
    );
    return isAllowed ? { verdict: 'allow' } : undefined;
  };
}

/** Copies a rule about `tool` to another tool. Undefined unless it matches only `tool`. */
export function copyRuleToTool(rule: string, tool: string, other: string): string | undefined {
  const named = parseGlob(splitRule(rule).tool);
  if (!named.matches(tool) || named.matches(other)) return undefined;
  const colon = rule.indexOf(':');
  return colon === -1 ? other : `${other}${rule.slice(colon)}`;
}

function findRuleError(text: string): string | undefined {
  const { tool, conditions } = splitRule(text);
  if (tool === '') return 'names no tool';
  const wrong = conditions.find((condition) => condition.indexOf('=') < 1);
  return wrong === undefined ? undefined : `"${wrong}" is not <argument>=<value>`;
}

function splitRule(text: string): { tool: string; conditions: readonly string[] } {
  const colon = text.indexOf(':');
  if (colon === -1) return { tool: text.trim(), conditions: [] };
  return { tool: text.slice(0, colon).trim(), conditions: text.slice(colon + 1).split('&') };
}

function parseRule(text: string): Rule {
  if (findRuleError(text) !== undefined) return { text, tool: parseGlob('*'), conditions: [] };
  const { tool, conditions } = splitRule(text);
  return {
    text,
    tool: parseGlob(tool),
    conditions: conditions.map((condition) => {
      const equals = condition.indexOf('=');
      const path = condition.slice(0, equals).trim().split('.');
      return { path, value: parseGlob(condition.slice(equals + 1)) };
    }),
  };
}

type Call = Parameters<RuleJudge>[0];

function matchesCall({ tool, conditions }: Rule, { name, arguments: given }: Call): boolean {
  if (!tool.matches(name)) return false;
  return conditions.every(({ path, value }) => {
    const found = getValueAsText(given, path);
    return found !== undefined && value.matches(found);
  });
}

/** A pattern must not match `..`: `/data/*` does not allow `/data/../etc/passwd`. */
function hasParentPathStep({ conditions }: Rule, { arguments: given }: Call): boolean {
  return conditions.some(({ path, value }) => {
    if (!value.isPattern) return false;
    const steps = (getValueAsText(given, path) ?? '').replaceAll('\\', '/').split('/');
    return steps.includes('..');
  });
}

function getValueAsText(given: JsonObject, path: readonly string[]): string | undefined {
  let value: JsonValue | undefined = given;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    value = Object.hasOwn(value, name) ? (value as JsonObject)[name] : undefined;
  }
  if (value === undefined) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
