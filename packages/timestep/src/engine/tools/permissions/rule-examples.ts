import type { JsonObject } from '#core';
import type { RuleEffect } from './describe-rule.ts';
import type { PathFacts } from './path-facts.ts';
import { covers, touches } from './match-rule.ts';
import { parseRule } from './parse-rule.ts';

/** Examples for a permission rule: arguments of calls that it must match, and that it must not match. */
export interface RuleExamples {
  readonly matches: readonly JsonObject[];
  readonly misses: readonly JsonObject[];
}

/** An example for which a rule gives the wrong result. */
export interface WrongExample {
  readonly list: keyof RuleExamples;
  readonly index: number;
  readonly isMatched: boolean;
  /** Why it is unclear whether the rule matches an example that it should match. */
  readonly doubt?: string;
}

/** Lists the examples for which a rule, applied alone, gives the wrong result. */
export function findWrongExamples(
  effect: RuleEffect,
  rule: string,
  examples: RuleExamples,
  facts: PathFacts = {},
): readonly WrongExample[] {
  const parsed = parseRule(rule, facts);
  if ('why' in parsed) return [];
  const [tool = ''] = rule.split(':', 1);
  // Examples contain only arguments, so the tool gets a name that the rule's tool pattern matches.
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
