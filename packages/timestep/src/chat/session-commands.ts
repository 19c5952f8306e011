import type { AgentChoices, Backend } from '../port/index.ts';
import type { JsonObject } from '../core/index.ts';
import type { ConversationView } from '../view/index.ts';
import type { CommandPort, ServersPort, SessionLine } from './command-port.ts';
import { contextReport } from './context-report.ts';
import type { Conversation, Summarise } from './conversation.ts';
import { itemsPort } from './items-port.ts';
import { countTurns, listConversations } from './list-conversations.ts';
import { modelsPort } from './models-port.ts';
import { settingsPort } from './settings-port.ts';

/** What slash commands reach, whichever front end they are written in. */
export interface CommandSite {
  readonly conversation: Conversation;
  readonly backend: Pick<Backend, 'runner' | 'sessions' | 'tasks'>;
  /** What is known of the agent, for people. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** Absent where nothing of the agent can be chosen. */
  readonly choices?: AgentChoices | undefined;
  readonly servers?: ServersPort | undefined;
  /** Writes settings where the agent is defined, by their names there; resolves to the place. */
  readonly save?: ((settings: JsonObject) => Promise<string>) | undefined;
  /** Makes a summary, with what is to be kept above all; absent where no model can. */
  readonly summarise?: ((focus: string) => Summarise) | undefined;
  readonly now: () => number;
  readonly license: () => string;
}

/** Sessions that are listed at a time. */
const MOST_SESSIONS = 100;

/** The commands' port over a session. */
export function sessionCommands(site: CommandSite): (view: () => ConversationView) => CommandPort {
  const { conversation, backend, facts, choices, servers, save, summarise, now, license } = site;
  const models = choices?.models && modelsPort(conversation, choices.models);
  const settings = settingsPort(conversation, save);
  return (view) => ({
    license,
    view,
    agent: () => {
      const model = models?.current();
      return model === undefined ? facts : [...facts, ['model', model]];
    },
    ...(models && { models }),
    settings,
    ...(choices && { items: itemsPort(choices, conversation) }),
    ...(servers && { servers }),
    sessions: {
      list: () => sessionLines(site),
      turnsOf: (id) => countTurns(backend.tasks, { ...conversation.session, id }),
      now,
      async rename(name) {
        await conversation.rename(name);
      },
      fork: (afterTaskId) => conversation.fork(afterTaskId),
    },
    turns: () => conversation.turns(),
    context: () => contextReport(conversation, backend.runner, choices),
    ...(summarise && { compact: (focus) => compact(conversation, summarise(focus)) }),
  });
}

async function sessionLines({
  conversation,
  backend,
}: CommandSite): Promise<readonly SessionLine[]> {
  const { id: current, principal, agent } = conversation.session;
  const { sessions } = await listConversations(backend, { principal, agent, limit: MOST_SESSIONS });
  return sessions.map(({ id, name, agent: its, updatedAt }) => ({
    id,
    title: name ?? '',
    agent: its,
    updatedAt,
    isCurrent: id === current,
  }));
}

async function compact(conversation: Conversation, summarise: Summarise): Promise<string> {
  const session = await conversation.compact(summarise);
  const summary = session?.compaction?.summary;
  return summary ?? 'There is nothing to sum up: no turn has ended since the last summary.';
}
