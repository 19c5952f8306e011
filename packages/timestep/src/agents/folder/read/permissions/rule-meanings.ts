import { describeRule, type PermissionRules, type RuleEffect } from '#engine/tools';

/** A permission rule of a folder, and what it means in words. */
export interface RuleMeaning {
  readonly effect: RuleEffect;
  readonly rule: string;
  readonly meaning: string;
}

/** Describes rules in the order in which they are judged. */
export function describeRules({ deny, ask, allow }: PermissionRules): readonly RuleMeaning[] {
  const lists = Object.entries({ deny, ask, allow }) as [
    RuleEffect,
    readonly string[] | undefined,
  ][];
  return lists.flatMap(([effect, rules = []]) =>
    rules.map((rule) => ({ effect, rule, meaning: describeRule(effect, rule) })),
  );
}
