import {
  countTurns,
  listConversations,
  settingsPort,
  type CommandPort,
  type ContextReport,
  type Conversation,
  type ItemsPort,
  type SessionLine,
  type Summarise,
} from '../../chat/index.ts';
import type { ConversationView } from '../../view/index.ts';
import type { Backend } from '../../port/index.ts';
import type { ConversationAgent } from './chat-agent.ts';
import { windowOf } from './compaction.ts';
import { modelsPort } from './models-port.ts';

/** What commands at a terminal reach. */
export interface CommandSite {
  readonly agent: ConversationAgent;
  readonly conversation: Conversation;
  readonly backend: Pick<Backend, 'runner' | 'sessions' | 'tasks'>;
  /** Makes a summary, with what is to be kept above all; absent where no model can. */
  readonly summarise?: (focus: string) => Summarise;
  readonly now: () => number;
  readonly license: () => string;
}

/** Sessions that are listed at a time. */
const MOST_SESSIONS = 100;

/** The commands' port over a session. */
export function sessionCommands(site: CommandSite): (view: () => ConversationView) => CommandPort {
  const { agent, conversation, license, summarise } = site;
  const models = agent.models && modelsPort(site, agent.models);
  const settings = settingsPort(conversation, agent.save);
  return (view) => ({
    license,
    view,
    agent: () => {
      const model = models?.current();
      return model === undefined ? agent.facts : [...agent.facts, ['model', model]];
    },
    ...(models && { models }),
    settings,
    items: itemsPort(agent, conversation),
    ...(agent.servers && { servers: agent.servers }),
    sessions: {
      list: () => sessionLines(site),
      turnsOf: (id) => countTurns(site.backend.tasks, { ...conversation.session, id }),
      now: site.now,
      async rename(name) {
        await conversation.rename(name);
      },
      fork: (afterTaskId) => conversation.fork(afterTaskId),
    },
    turns: () => conversation.turns(),
    context: () => contextLines(site),
    ...(summarise && { compact: (focus) => compact(conversation, summarise(focus)) }),
  });
}

function itemsPort({ items, servers }: ConversationAgent, conversation: Conversation): ItemsPort {
  const list: ItemsPort['list'] = (kind) => items(kind, conversation.session);
  if (!servers) {
    const fixed = (): Promise<void> =>
      Promise.reject(new Error('this agent has the same in every conversation'));
    return { list, include: fixed, exclude: fixed };
  }
  return {
    list,
    async include(kind, name) {
      await conversation.include({ kind, name });
    },
    async exclude(kind, name) {
      await conversation.exclude({ kind, name });
    },
  };
}

async function sessionLines({
  agent,
  conversation,
  backend,
}: CommandSite): Promise<readonly SessionLine[]> {
  const { id: current, principal } = conversation.session;
  const query = { principal, agent: agent.served.name, limit: MOST_SESSIONS };
  const { sessions } = await listConversations(backend, query);
  return sessions.map(({ id, name, agent: its, updatedAt }) => ({
    id,
    title: name ?? '',
    agent: its,
    updatedAt,
    isCurrent: id === current,
  }));
}

/** What the newest turn was given to know. */
async function contextLines({
  agent,
  conversation,
  backend: { runner },
}: CommandSite): Promise<ContextReport> {
  const newest = (await conversation.turns()).at(-1);
  const task = newest && (await runner.get(newest.taskId));
  const { items = [], note } = task?.selection ?? {};
  const lines = items.map(({ kind, name, reason, score }) => ({
    kind,
    name,
    why: reason,
    ...(score !== undefined && { score }),
  }));
  const tokens = await windowOf(agent, conversation.session.settings.model);
  return {
    lines,
    ...(note !== undefined && { note }),
    ...(Number.isFinite(tokens) && { window: tokens }),
  };
}

async function compact(conversation: Conversation, summarise: Summarise): Promise<string> {
  const session = await conversation.compact(summarise);
  const summary = session?.compaction?.summary;
  return summary ?? 'There is nothing to sum up: no turn has ended since the last summary.';
}
