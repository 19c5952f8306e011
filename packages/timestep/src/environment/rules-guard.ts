import type { Guard } from '../port/index.ts';
import { judgeByRules, type PermissionRules } from './permission-rules.ts';

/** A guard that blocks the calls that rules deny, and asks a person about those that they ask about. */
export function rulesGuard(rules: PermissionRules, name = 'rules'): Guard {
  const judge = judgeByRules(rules);
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
