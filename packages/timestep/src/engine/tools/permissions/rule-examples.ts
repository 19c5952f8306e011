import type { JsonObject } from '#core';
import type { RuleEffect } from './describe-rule.ts';
import type { PathFacts } from './path-facts.ts';
import { covers, touches } from './match-rule.ts';
import { parseRule } from './parse-rule.ts';

/** Arguments of calls that a rule must match, and of calls that it must not match. */
export interface RuleExamples {
  readonly matches: readonly JsonObject[];
  readonly misses: readonly JsonObject[];
}

/** An example of a rule that the rule judges otherwise. */
export interface WrongExample {
  readonly list: keyof RuleExamples;
  readonly index: number;
  readonly isMatched: boolean;
  /** Why a call that should match is in doubt. */
  readonly doubt?: string;
}

/** Lists the examples that a rule judges otherwise. The rule is judged alone. */
export function findWrongExamples(
  effect: RuleEffect,
  rule: string,
  examples: RuleExamples,
  facts: PathFacts = {},
): readonly WrongExample[] {
  const parsed = parseRule(rule, facts);
  if ('why' in parsed) return [];
  const [tool = ''] = rule.split(':', 1);
  // A name that the pattern matches, because examples are only arguments.
  const name = tool.trim().replaceAll(/[*?]/g, 'x');
  const match = effect === 'allow' ? covers : touches;
  const findWrong = (list: keyof RuleExamples): WrongExample[] =>
    examples[list].flatMap((args, index): WrongExample[] => {
      const found = match(parsed, { name, arguments: args });
      if ((found === 'inside') === (list === 'matches')) return [];
      const doubt = typeof found === 'object' ? { doubt: found.unclear } : {};
      return [{ list, index, isMatched: found === 'inside', ...doubt }];
    });
  return [...findWrong('matches'), ...findWrong('misses')];
}
