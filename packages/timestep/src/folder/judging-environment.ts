import { judgeByRules, type PermissionRules } from '../environment/index.ts';
import type { Judgement } from '../port/index.ts';
import type { FolderEnvironment } from './folder-environment.ts';
import type { Mode } from './tool-offer.ts';

const ALONE = 'no person can be asked about the call';

/**
 * The environment of a folder with the rules of its `permissions`. Where the agent works without a
 * person beside it, a call that a rule asks about is not made.
 */
export function judging(
  environment: FolderEnvironment,
  rules: PermissionRules,
  mode: Mode,
): FolderEnvironment {
  if (Object.keys(rules).length === 0) return environment;
  const judge = judgeByRules(rules);
  return {
    ...environment,
    async judgeCall(call, request): Promise<Judgement | undefined> {
      const judgement = judge(call) ?? (await environment.judgeCall?.(call, request));
      if (judgement?.verdict !== 'ask' || mode === 'interactive') return judgement;
      return { verdict: 'deny', reason: ALONE };
    },
  };
}
