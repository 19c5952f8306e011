import { openConversation } from '../../chat/index.ts';
import type { Backend, Clock } from '../../port/index.ts';
import type { ChatAgent } from './chat-agent.ts';
import { sessionCommands } from './session-commands.ts';
import { sessionConversation } from './session-conversation.ts';
import { summariserOf } from './summariser.ts';
import type { Talk } from './talk.ts';

/** Where a person's conversations with an agent are kept and run. */
export interface TalkSite {
  readonly agent: ChatAgent;
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
  const summarise = summariserOf(agent, () => conversation.session, newId);
  const window = (): Promise<number> => windowOf(agent, conversation.session.settings.model);
  const conversation = await openConversation(
    { runner, sessions, clock, newId, onError },
    {
      agent: served.name,
      principal,
      directory: process.cwd(),
      ...(sessionId !== undefined && { sessionId }),
      ...(summarise && {
        compaction: {
          window,
          summarise: async (messages, signal) => summarise('')(messages, signal),
        },
      }),
    },
  );
  if (isOwnModel && conversation.session.settings.model !== undefined) {
    await conversation.set({ model: null });
  }
  return {
    conversation: sessionConversation(conversation, newId),
    commands: sessionCommands({
      agent,
      conversation,
      backend,
      ...(summarise && { summarise }),
      window,
      now: () => clock.now(),
      license,
    }),
  };
}

/** The context window of the model that answers. */
async function windowOf({ models }: ChatAgent, named: string | undefined): Promise<number> {
  const { contextWindowOrDefault } = await import('../../model/index.ts');
  return contextWindowOrDefault(named ?? models?.own(), models?.env());
}
