import { judgeByRules, type PermissionRules } from '../environment/index.ts';
import type { FolderEnvironment } from './folder-environment.ts';

/** The environment of a folder with the rules of its `permissions`. */
export function judging(environment: FolderEnvironment, rules: PermissionRules): FolderEnvironment {
  if (Object.keys(rules).length === 0) return environment;
  const judge = judgeByRules(rules);
  return {
    ...environment,
    judgeCall: (call, request) => judge(call) ?? environment.judgeCall?.(call, request),
  };
}
