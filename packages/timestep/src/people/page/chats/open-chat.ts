import {
  createCompaction,
  ConversationError,
  openConversation,
  createSessionCommands,
  readConversationView,
  type CommandPort,
  type Conversation,
} from '#people/chat';
import { omitUndefined, type Session } from '#core';
import type { AgentModels } from '#engine/port';
import type { Servable } from '#serving/server';
import { loadPart } from '../api/agent-routes.ts';
import type { ApiContext } from '../api/api-route.ts';

export interface OpenChat {
  readonly conversation: Conversation;
  readonly models: AgentModels | undefined;
  /** Returns the size of the model's context window in tokens; `Infinity` if it is unknown. */
  readonly getWindow: () => Promise<number>;
  commands(): Promise<CommandPort>;
}

export interface ChatToOpen extends Pick<Session, 'id' | 'principal' | 'agent'> {
  /**
   * The served agent; undefined if it is no longer served: its conversations can still be read and
   * erased.
   */
  readonly servable: Servable | undefined;
}

/** Opens a stored conversation, or creates one with the id that the browser chose. */
export async function openChat(
  { site, clock, newId }: ApiContext,
  { id, principal, agent, servable }: ChatToOpen,
): Promise<OpenChat> {
  const { runner, sessions, onError } = site;
  const choices = await loadPart(servable?.choices);
  const summaries = choices && createCompaction(choices, () => conversation.session, newId);
  const conversation = await openOrCreateConversation(
    { runner, sessions, clock, newId, onError },
    // Tools run on the server, because the page cannot run them.
    {
      ...omitUndefined({ agent, principal, compaction: summaries?.options }),
      toolSite: 'server',
      entry: 'page',
    },
    id,
  );
  return {
    conversation,
    models: choices?.models,
    getWindow: async () =>
      (await choices?.getContextWindow(conversation.session.settings.model)) ?? Infinity,
    async commands() {
      const view = await readConversationView(conversation);
      const open = createSessionCommands({
        conversation,
        backend: site,
        facts: listAgentFacts(agent, servable),
        choices,
        servers: await loadPart(servable?.servers),
        createSummarizer: summaries?.createSummarizer,
        now: () => clock.now(),
        license: () => 'Timestep is licensed under the MIT License.',
      });
      return open(() => view);
    },
  };
}

async function openOrCreateConversation(
  deps: Parameters<typeof openConversation>[0],
  options: Parameters<typeof openConversation>[1],
  id: string,
): Promise<Conversation> {
  try {
    return await openConversation(deps, { ...options, sessionId: id });
  } catch (thrown) {
    const isNew = thrown instanceof ConversationError && thrown.code === 'unknown-session';
    if (!isNew) throw thrown;
    return openConversation(deps, { ...options, newSessionId: id });
  }
}

function listAgentFacts(
  agent: string,
  servable: Servable | undefined,
): readonly (readonly [string, string])[] {
  if (!servable) return [['agent', agent]];
  const { name, title = name, description } = servable.description;
  return [
    ['agent', agent],
    ['name', title],
    ['description', description],
  ];
}
