import { createFolderJudge, type AgentFolder, type Mode } from '#agents/folder';
import type { Layer } from './compose-environment.ts';

const NO_USER_APPROVES = 'the call needs approval, but the agent has no user to ask';
const NO_USER_ANSWERS = 'the tool asked a question, but the agent has no user to answer it';

/** Judges calls by the folder's `permissions`, before the decisions of the layers below. */
export function applyPermissionRules(
  folder: Pick<AgentFolder, 'path' | 'permissions' | 'servers'>,
): Layer | undefined {
  if (Object.keys(folder.permissions).length === 0) return undefined;
  const judge = createFolderJudge(folder);
  return (next) => ({
    judgeCall: (call, request) => judge(call) ?? next.judgeCall?.(call, request),
  });
}

/** Denies calls and questions that need a user, if the agent has none. */
export function denyApprovalsWithoutUser(mode: Mode): Layer | undefined {
  if (mode === 'interactive') return undefined;
  return (next) => ({
    listTools: (signal, turn) =>
      turn?.toolPermission === 'always' ? [] : next.listTools(signal, turn),
    async judgeCall(call, request) {
      const judgement = await next.judgeCall?.(call, request);
      const asks = judgement
        ? judgement.verdict === 'ask'
        : request.turn?.toolPermission === 'always';
      return asks ? { verdict: 'deny', reason: NO_USER_APPROVES } : judgement;
    },
    async callTool(call, context) {
      const result = await next.callTool(call, context);
      return result.question ? { content: NO_USER_ANSWERS, isError: true } : result;
    },
  });
}
