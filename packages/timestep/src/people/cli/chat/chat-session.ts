import { createCompaction, openConversation, createSessionCommands } from '#people/chat';
import { omitUndefined } from '#core';
import type { Backend, Clock } from '#engine/port';
import type { ChatAgent } from './chat-agent.ts';
import { createTerminalConversation } from './terminal-conversation.ts';
import type { ChatSession } from './terminal-chat.ts';

export interface ChatSessionDeps {
  readonly agent: ChatAgent;
  readonly backend: Backend;
  readonly principal: string;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly getLicense: () => string;
}

/** Opens a stored conversation or creates one. `resetsModel`: uses the model of the agent again. */
export async function openChatSession(
  deps: ChatSessionDeps,
  sessionId: string | undefined,
  resetsModel = false,
): Promise<ChatSession> {
  const { agent, backend, principal, clock, newId, getLicense } = deps;
  const { withCalledProgress } = await import('#engine/runner');
  const runner = withCalledProgress(backend.runner, clock);
  const { sessions } = backend;
  const { served, onError } = agent;
  const compaction = createCompaction(agent, () => conversation.session, newId);
  const conversation = await openConversation(
    { runner, sessions, clock, newId, onError },
    {
      agent: served.name,
      principal,
      directory: process.cwd(),
      entry: 'terminal',
      ...omitUndefined({ sessionId, compaction: compaction?.options }),
    },
  );
  if (resetsModel && conversation.session.settings.model !== undefined) {
    await conversation.set({ model: null });
  }
  return {
    conversation: createTerminalConversation(conversation, newId),
    createCommandPort: createSessionCommands({
      ...agent,
      choices: agent,
      conversation,
      backend,
      createSummarizer: compaction?.createSummarizer,
      now: () => clock.now(),
      license: getLicense,
    }),
  };
}
