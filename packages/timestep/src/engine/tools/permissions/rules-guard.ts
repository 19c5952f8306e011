import type { Guard } from '#engine/port';
import { createRuleJudge, type PermissionRules } from './permission-rules.ts';

/** Creates a guard that blocks denied calls and asks about calls that need approval. */
export function createRulesGuard(rules: PermissionRules, name = 'rules'): Guard {
  const judge = createRuleJudge(rules);
  return {
    name,
    beforeTool(call) {
      const judgement = judge(call);
      if (!judgement) return undefined;
      const { verdict, reason = 'a rule says so' } = judgement;
      switch (verdict) {
        case 'deny':
          return { action: 'block', reason };
        case 'ask':
          return { action: 'ask', reason };
        case 'allow':
          return { action: 'allow' };
      }
    },
  };
}
