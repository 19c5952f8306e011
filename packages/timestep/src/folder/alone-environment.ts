import type { FolderEnvironment } from './folder-environment.ts';
import type { Mode } from './tool-offer.ts';

const ALONE = 'no person can be asked about the call';
const UNANSWERED = 'the tool asks a question, and no person can answer it';

/**
 * The environment of a folder, which never asks where the agent works without a person beside it: a call
 * that needs a yes is not made, and a tool that asks has failed. A session that asks about every call
 * leaves such an agent without tools.
 */
export function withoutAsking(environment: FolderEnvironment, mode: Mode): FolderEnvironment {
  if (mode === 'interactive') return environment;
  return {
    ...environment,
    async listTools(signal, turn) {
      return turn?.toolPermission === 'always' ? [] : environment.listTools(signal, turn);
    },
    async judgeCall(call, request) {
      const judgement = await environment.judgeCall?.(call, request);
      const asks = judgement
        ? judgement.verdict === 'ask'
        : request.turn?.toolPermission === 'always';
      return asks ? { verdict: 'deny', reason: ALONE } : judgement;
    },
    async callTool(call, context) {
      const result = await environment.callTool(call, context);
      return result.question ? { content: UNANSWERED, isError: true } : result;
    },
  };
}
