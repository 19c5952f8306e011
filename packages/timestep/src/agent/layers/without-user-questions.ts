import type { FolderEnvironment } from '../environment/folder-environment.ts';
import type { Mode } from '../../folder/index.ts';

const ALONE = 'the call needs approval, but the agent has no user to ask';
const UNANSWERED = 'the tool asked a question, but the agent has no user to answer it';

/**
 * Wraps the toolset of an agent that works without a user, so that it never asks. A call that needs
 * approval is denied, and a tool that asks a question fails. If the session requires approval for
 * every call, the agent has no tools.
 */
export function withoutUserQuestions(
  environment: FolderEnvironment,
  mode: Mode,
): FolderEnvironment {
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
