import type { CallRuling } from '#engine/port';
import { parseGlob } from './glob.ts';
import { getGuardedPathFacts, getHomeAndCaseFacts } from './local-paths.ts';
import { covers, areAllCommandsCovered, touches, type Call } from './match-rule.ts';
import { parseRule, type Rule } from './parse-rule.ts';
import type { PathFacts } from './path-facts.ts';

/** Permission rules of the form `<tool>:<path.to.argument>=<pattern>&…`. The strictest verdict counts. */
export interface PermissionRules {
  readonly deny?: readonly string[];
  readonly ask?: readonly string[];
  readonly allow?: readonly string[];
}

/** Decides about a tool call by permission rules. Returns `undefined` if no rule matches. */
export type RuleJudge = (call: Call) => CallRuling | undefined;

/** A permission rule that cannot be parsed, and the reason. */
export interface MalformedRule {
  readonly rule: string;
  readonly why: string;
}

/** Lists the permission rules that cannot be parsed. */
export function listMalformedRules(rules: PermissionRules): readonly MalformedRule[] {
  const texts = [...(rules.deny ?? []), ...(rules.ask ?? []), ...(rules.allow ?? [])];
  return texts.flatMap((rule): MalformedRule[] => {
    const parsed = parseRule(rule, {});
    return 'why' in parsed ? [{ rule, why: parsed.why }] : [];
  });
}

/**
 * Creates a judge that applies `deny`, `ask` and `allow` rules in this order. A deny or ask rule
 * matches if any reading of an argument matches, an allow rule only if every reading does. If
 * programs may interpret an argument differently, a person is asked. A malformed rule can deny or
 * ask, but never allow.
 */
export function createRuleJudge(
  rules: PermissionRules,
  facts: PathFacts = getHomeAndCaseFacts(),
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
      if (match !== 'outside') return createUnclearRuleRuling(rule, match.unclear);
    }
    const named = allow.filter((rule) => rule.tool.matches(call.name));
    const matches = named.map((rule) => covers(rule, call));
    if (matches.includes('inside') || areAllCommandsCovered(named, call))
      return { verdict: 'allow' };
    const at = matches.findIndex((match) => typeof match === 'object');
    const [rule, match] = [named[at], matches[at]];
    return rule && typeof match === 'object'
      ? createUnclearRuleRuling(rule, match.unclear)
      : undefined;
  };
}

/**
 * Creates a judge for one rule that a person approved when asked about a call, so that later matching calls
 * need no question.
 */
export function createConsentJudge(rule: string): RuleJudge {
  return createRuleJudge({ allow: [rule] }, getGuardedPathFacts());
}

function createUnclearRuleRuling({ text }: Rule, why: string): CallRuling {
  return { verdict: 'ask', reason: `the rule "${text}" cannot be applied: ${why}` };
}

/** Returns whether the tool part of a rule matches the name of a tool. */
export function matchesRuleTool(rule: string, tool: string): boolean {
  return parseGlob((rule.split(':', 1)[0] ?? '').trim()).matches(tool);
}

/** Copies a rule about `tool` to another tool. Undefined unless it matches only `tool`. */
export function copyRuleToTool(rule: string, tool: string, other: string): string | undefined {
  const colon = rule.indexOf(':');
  const named = parseGlob((colon === -1 ? rule : rule.slice(0, colon)).trim());
  if (!named.matches(tool) || named.matches(other)) return undefined;
  return colon === -1 ? other : `${other}${rule.slice(colon)}`;
}
