import { askUser, functionEnvironment } from '../../environment/index.ts';
import type { AgentFolder } from '../../folder/index.ts';
import type { FolderEnvironment } from '../environment/folder-environment.ts';

const ASK_USER = 'ask_user';

/**
 * Adds the tool `ask_user` to a toolset if there is a user and the folder's settings allow it. An
 * existing tool with that name is preserved. Questions never need approval themselves.
 */
export function withAskUserTool(
  environment: FolderEnvironment,
  { mode, settings }: Pick<AgentFolder, 'mode' | 'settings'>,
): FolderEnvironment {
  if (mode !== 'interactive' || settings.askUser === false) return environment;
  const asking = functionEnvironment({ [ASK_USER]: askUser });
  let isOwn = true;
  return {
    ...environment,
    async listTools(signal, turn) {
      const others = await environment.listTools(signal, turn);
      isOwn = !others.some((tool) => tool.function.name === ASK_USER);
      return isOwn ? [...(await asking.listTools(signal)), ...others] : others;
    },
    async judgeCall(call, request) {
      const judgement = await environment.judgeCall?.(call, request);
      if (judgement || call.name !== ASK_USER || !isOwn) return judgement;
      return request.turn?.toolPermission === 'always' ? { verdict: 'allow' } : undefined;
    },
    async callTool(call, context) {
      const isQuestion = isOwn && call.name === ASK_USER;
      return (isQuestion ? asking : environment).callTool(call, context);
    },
  };
}
