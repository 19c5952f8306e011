import { functionEnvironment, askUser } from '#engine/tools';
import type { AgentFolder } from '#agents/folder';
import type { Layer } from './compose-environment.ts';

const ASK_USER = 'ask_user';

/** Adds the tool `ask_user`, unless it exists. Its questions never need approval. */
export function addAskUserTool({
  mode,
  settings,
}: Pick<AgentFolder, 'mode' | 'settings'>): Layer | undefined {
  if (mode !== 'interactive' || settings.askUser === false) return undefined;
  const asking = functionEnvironment({ [ASK_USER]: askUser });
  let isOwn = true;
  return (next) => ({
    async listTools(signal, turn) {
      const others = await next.listTools(signal, turn);
      isOwn = !others.some((tool) => tool.function.name === ASK_USER);
      return isOwn ? [...(await asking.listTools(signal)), ...others] : others;
    },
    async judgeCall(call, request) {
      const judgement = await next.judgeCall?.(call, request);
      if (judgement || call.name !== ASK_USER || !isOwn) return judgement;
      return request.turn?.toolPermission === 'always' ? { verdict: 'allow' } : undefined;
    },
    callTool: (call, context) =>
      (isOwn && call.name === ASK_USER ? asking : next).callTool(call, context),
  });
}
