import type { CallRuling } from '#engine/port';
import {
  createFolderJudge,
  findPinProblem,
  type AgentFolder,
  type Mode,
  type PinnedTools,
} from '#agents/folder';
import type { FolderEnvironment } from '../environment/folder-environment.ts';
import type { Layer } from './compose-environment.ts';

const NO_USER_APPROVES = 'the call needs approval, but the agent has no user to ask';
const NO_USER_ANSWERS = 'the tool asked a question, but the agent has no user to answer it';

/** Applies the folder's permission rules to calls, before the decisions of the layers below. */
export function createPermissionLayer(
  folder: Pick<AgentFolder, 'path' | 'permissions' | 'pins' | 'servers'>,
): Layer | undefined {
  if (Object.keys(folder.permissions).length === 0) return undefined;
  const judge = createFolderJudge(folder);
  const { pins, path } = folder;
  return (next) => ({
    judgeCall(call, request) {
      const ruling = judge(call);
      if (!ruling) return next.judgeCall?.(call, request);
      return pins && ruling.verdict === 'allow'
        ? judgePinnedCall(call.name, pins, path, next.listTools(request.signal, request.turn))
        : ruling;
    },
  });
}

/**
 * Lets an allowed call run only if its tool still has the pinned definition; otherwise asks a user.
 */
async function judgePinnedCall(
  name: string,
  pins: PinnedTools,
  folder: string,
  listing: ReturnType<FolderEnvironment['listTools']>,
): Promise<CallRuling> {
  const schema = (await listing).find((tool) => tool.function.name === name);
  const reason = schema && findPinProblem(pins, schema, folder);
  return reason === undefined ? { verdict: 'allow' } : { verdict: 'ask', reason };
}

/** Denies calls and questions that need a user if the agent has no user. */
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
