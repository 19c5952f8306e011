import {
  compactionOf,
  ConversationError,
  openConversation,
  sessionCommands,
  type CommandPort,
  type Conversation,
} from '../../chat/index.ts';
import type { AgentChoices, AgentModels, OperatorServers } from '../../port/index.ts';
import type { Servable } from '../../server/index.ts';
import { EMPTY_VIEW, shown, type ConversationView } from '../../view/index.ts';
import type { ApiContext } from '../api/route.ts';

/** A conversation that a page has open, and what is around it. */
export interface OpenChat {
  readonly conversation: Conversation;
  /** The models that it may choose; absent where it cannot choose any. */
  readonly models: AgentModels | undefined;
  /** What slash commands reach. */
  commands(): Promise<CommandPort>;
}

/** Which conversation is opened. */
export interface ChatNamed {
  readonly id: string;
  readonly principal: string;
  readonly agent: string;
  /** Absent where the agent is no longer served: its conversations can be read and erased. */
  readonly servable: Servable | undefined;
}

/** Opens a kept conversation, or a new one under the id that the page gave it. */
export async function openChat(
  { site, clock, newId }: ApiContext,
  { id, principal, agent, servable }: ChatNamed,
): Promise<OpenChat> {
  const { runner, sessions, onError } = site;
  const choices = await choicesOf(servable);
  const summaries = choices && compactionOf(choices, () => conversation.session, newId);
  const conversation = await keptOrNew(
    { runner, sessions, clock, newId, onError },
    {
      agent,
      principal,
      // A page runs no tools, even where clients of the agent do.
      toolSite: 'server',
      ...(summaries && { compaction: summaries.options }),
    },
    id,
  );
  return {
    conversation,
    models: choices?.models,
    async commands() {
      const view = await viewOf(conversation);
      const open = sessionCommands({
        conversation,
        backend: site,
        facts: factsOf(agent, servable),
        choices,
        servers: await serversOf(servable),
        summarise: summaries?.summarise,
        now: () => clock.now(),
        license: () => 'Timestep is licensed under the MIT License.',
      });
      return open(() => view);
    },
  };
}

async function keptOrNew(
  place: Parameters<typeof openConversation>[0],
  options: Parameters<typeof openConversation>[1],
  id: string,
): Promise<Conversation> {
  try {
    return await openConversation(place, { ...options, sessionId: id });
  } catch (thrown) {
    const isNew = thrown instanceof ConversationError && thrown.code === 'unknown-session';
    if (!isNew) throw thrown;
    return openConversation(place, { ...options, newSessionId: id });
  }
}

async function choicesOf(servable: Servable | undefined): Promise<AgentChoices | undefined> {
  const choices = servable?.choices;
  return typeof choices === 'function' ? choices() : choices;
}

async function serversOf(servable: Servable | undefined): Promise<OperatorServers | undefined> {
  const servers = servable?.servers;
  return typeof servers === 'function' ? servers() : servers;
}

function factsOf(
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

/** The conversation as it is now. */
async function viewOf(conversation: Conversation): Promise<ConversationView> {
  const enough = new AbortController();
  let view = EMPTY_VIEW;
  for await (const update of conversation.updates(enough.signal)) {
    if (update.kind === 'live') break;
    if (update.kind === 'event') view = shown(view, update);
  }
  enough.abort();
  return view;
}
