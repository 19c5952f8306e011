import { createRuleJudge, type PermissionRules } from '../../environment/index.ts';
import type { FolderEnvironment } from '../environment/folder-environment.ts';

/** Adds the `permissions` rules of a folder to its toolset. */
export function withPermissionRules(
  environment: FolderEnvironment,
  rules: PermissionRules,
): FolderEnvironment {
  if (Object.keys(rules).length === 0) return environment;
  const judge = createRuleJudge(rules);
  return {
    ...environment,
    judgeCall: (call, request) => judge(call) ?? environment.judgeCall?.(call, request),
  };
}
