import { describeRule, type PermissionRules, type RuleEffect } from '#engine/tools';

/** A permission rule of a folder, with its meaning in words. */
export interface RuleMeaning {
  readonly effect: RuleEffect;
  readonly rule: string;
  readonly meaning: string;
}

/** Describes permission rules in the order in which they are applied. */
export function describeRules({ deny, ask, allow }: PermissionRules): readonly RuleMeaning[] {
  const lists = Object.entries({ deny, ask, allow }) as [
    RuleEffect,
    readonly string[] | undefined,
  ][];
  return lists.flatMap(([effect, rules = []]) =>
    rules.map((rule) => ({ effect, rule, meaning: describeRule(effect, rule) })),
  );
}
