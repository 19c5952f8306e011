import type { AgentChoices, Backend } from '../../../engine/port/index.ts';
import type { JsonObject } from '../../../core/index.ts';
import type { ConversationView } from '../../view/index.ts';
import type { CommandPort, ServersPort, SessionLine } from './command-port.ts';
import { createContextReport } from './context-report.ts';
import type { Conversation, Summarize } from '../conversation/conversation.ts';
import { createItemsPort } from './items-port.ts';
import { countTurns, listConversations } from '../conversation/list-conversations.ts';
import { createModelsPort } from './models-port.ts';
import { createSettingsPort } from '../settings/settings-port.ts';

export interface SessionCommandsDeps {
  readonly conversation: Conversation;
  readonly backend: Pick<Backend, 'runner' | 'sessions' | 'tasks'>;
  /** Facts about the agent as name and value pairs, for display. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** The agent's models and items; undefined if there is nothing to choose. */
  readonly choices?: AgentChoices | undefined;
  readonly servers?: ServersPort | undefined;
  /** Saves settings, named as in the agent's folder, and resolves to the file path. */
  readonly saveSettings?: ((settings: JsonObject) => Promise<string>) | undefined;
  /** Undefined if no model can summarize. `focus` names what the summary must retain. */
  readonly createSummarizer?: ((focus: string) => Summarize) | undefined;
  readonly now: () => number;
  readonly license: () => string;
}

const MAX_SESSIONS = 100;

export function createSessionCommands(
  deps: SessionCommandsDeps,
): (view: () => ConversationView) => CommandPort {
  const {
    conversation,
    backend,
    facts,
    choices,
    servers,
    saveSettings,
    createSummarizer: summarize,
    now,
    license,
  } = deps;
  const models = choices?.models && createModelsPort(conversation, choices.models);
  const settings = createSettingsPort(conversation, saveSettings);
  return (view) => ({
    getLicense: license,
    getView: view,
    getAgentFacts: () => {
      const model = models?.getCurrent();
      return model === undefined ? facts : [...facts, ['model', model]];
    },
    ...(models && { models }),
    settings,
    ...(choices && { items: createItemsPort(choices, conversation) }),
    ...(servers && { servers }),
    sessions: {
      list: () => listSessions(deps),
      countTurns: (id) => countTurns(backend.tasks, { ...conversation.session, id }),
      now,
      async rename(name) {
        await conversation.rename(name);
      },
      fork: (afterTaskId) => conversation.fork(afterTaskId),
    },
    listTurns: () => conversation.turns(),
    getContext: () => createContextReport(conversation, backend.runner, choices),
    ...(summarize && { compact: (focus) => compactAndReport(conversation, summarize(focus)) }),
  });
}

async function listSessions({
  conversation,
  backend,
}: SessionCommandsDeps): Promise<readonly SessionLine[]> {
  const { id: current, principal, agent } = conversation.session;
  const { sessions } = await listConversations(backend, { principal, agent, limit: MAX_SESSIONS });
  return sessions.map(({ id, name, agent: its, updatedAt }) => ({
    id,
    title: name ?? '',
    agent: its,
    updatedAt,
    isCurrent: id === current,
  }));
}

async function compactAndReport(conversation: Conversation, summarize: Summarize): Promise<string> {
  const session = await conversation.compact(summarize);
  const summary = session?.compaction?.summary;
  return summary ?? 'Nothing to summarize: no turn has ended since the last summary.';
}
