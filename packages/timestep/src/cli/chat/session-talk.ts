import { compactionOf, openConversation, sessionCommands } from '../../chat/index.ts';
import type { Backend, Clock } from '../../port/index.ts';
import type { ConversationAgent } from './chat-agent.ts';
import { sessionConversation } from './session-conversation.ts';
import type { Talk } from './talk.ts';

/** Where a person's conversations with an agent are kept and run. */
export interface TalkSite {
  readonly agent: ConversationAgent;
  readonly backend: Backend;
  readonly principal: string;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly license: () => string;
}

/**
 * Opens a conversation that is kept as a session, or a new one. With `isOwnModel` the agent's own model
 * answers from now on, and no longer the one that the session names. Rejects with `ConversationError`.
 */
export async function openSessionTalk(
  site: TalkSite,
  sessionId: string | undefined,
  isOwnModel = false,
): Promise<Talk> {
  const { agent, backend, principal, clock, newId, license } = site;
  const { runner, sessions } = backend;
  const { served, onError } = agent;
  const compaction = compactionOf(agent, () => conversation.session, newId);
  const conversation = await openConversation(
    { runner, sessions, clock, newId, onError },
    {
      agent: served.name,
      principal,
      directory: process.cwd(),
      ...(sessionId !== undefined && { sessionId }),
      ...(compaction && { compaction: compaction.options }),
    },
  );
  if (isOwnModel && conversation.session.settings.model !== undefined) {
    await conversation.set({ model: null });
  }
  return {
    conversation: sessionConversation(conversation, newId),
    commands: sessionCommands({
      ...agent,
      choices: agent,
      conversation,
      backend,
      summarise: compaction?.summarise,
      now: () => clock.now(),
      license,
    }),
  };
}
