import type { AgentChoices, AgentModels, Backend, Runner } from '#engine/port';
import { omitUndefined, type JsonObject } from '#core';
import { applyUpdate, EMPTY_VIEW, type ConversationView } from '#people/view';
import type {
  CommandPort,
  ContextReport,
  ItemsPort,
  ModelsPort,
  ServersPort,
  SessionLine,
} from './command-port.ts';
import { ConversationError } from '../conversation/conversation-error.ts';
import type { Conversation, Summarize } from '../conversation/conversation.ts';
import { countTurns, listConversations } from '../conversation/list-conversations.ts';
import { listTasksWaitingForUser } from '../inbox/waiting-tasks.ts';
import { createSettingsPort } from '../settings/settings-port.ts';

/** Dependencies of slash commands, independent of the front end. */
export interface SessionCommandsDeps {
  readonly conversation: Conversation;
  readonly backend: Pick<Backend, 'runner' | 'sessions' | 'tasks'>;
  /** Facts about the agent as name and value pairs, for display. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** The agent's models and items; undefined if the user has nothing to choose. */
  readonly choices?: AgentChoices | undefined;
  readonly servers?: ServersPort | undefined;
  /** Saves settings, named as in the agent's folder, and resolves to the file path. */
  readonly saveSettings?: ((settings: JsonObject) => Promise<string>) | undefined;
  /** Creates a summarizer that retains `focus`; undefined if no model can summarize. */
  readonly createSummarizer?: ((focus: string) => Summarize) | undefined;
  readonly now: () => number;
  readonly license: () => string;
}

const MAX_SESSIONS = 100;

/** Creates what the commands of a session need, for a given view of the session. */
export function createSessionCommands(
  deps: SessionCommandsDeps,
): (view: () => ConversationView) => CommandPort {
  const { conversation, backend, facts, choices, servers, createSummarizer, now } = deps;
  const models = choices?.models && createModelsPort(conversation, choices.models);
  const settings = createSettingsPort(conversation, deps.saveSettings);
  const items = choices && createItemsPort(choices, conversation);
  return (getView) => ({
    getLicense: deps.license,
    getView,
    getAgentFacts: () => {
      const model = models?.getCurrent();
      return model === undefined ? facts : [...facts, ['model', model]];
    },
    ...omitUndefined({ models, items, servers, listTextCommands: choices?.listCommands }),
    settings,
    sessions: {
      list: (scope) => listSessions(deps, scope),
      countTurns: (id) => countTurns(backend.tasks, { ...conversation.session, id }),
      now,
      rename: (name) => conversation.rename(name),
      fork: (afterTaskId) => conversation.fork(afterTaskId),
    },
    inbox: {
      list: () => listTasksWaitingForUser(backend.tasks, conversation.session.principal),
      now,
    },
    listTurns: () => conversation.turns(),
    getContext: () => createContextReport(conversation, backend.runner, choices),
    ...(createSummarizer && {
      compact: (focus) => compactAndReport(conversation, createSummarizer(focus)),
    }),
  });
}

async function listSessions(
  { conversation, backend }: SessionCommandsDeps,
  scope: 'own' | 'all',
): Promise<readonly SessionLine[]> {
  const { id: current, principal, agent } = conversation.session;
  const query = { principal, agent, isOwn: scope === 'own', limit: MAX_SESSIONS };
  const { sessions } = await listConversations(backend, query);
  return sessions.map((session) => ({
    ...session,
    title: session.name ?? '',
    isCurrent: session.id === current,
  }));
}

async function compactAndReport(conversation: Conversation, summarize: Summarize): Promise<string> {
  const session = await conversation.compact(summarize);
  const summary = session?.compaction?.summary;
  return summary ?? 'Nothing to summarize: no turn has ended since the last summary.';
}

function createModelsPort(conversation: Conversation, models: AgentModels): ModelsPort {
  const current = (): string | undefined =>
    conversation.session.settings.model ?? models.getOwnModel();
  return {
    listProviders: models.providers,
    async list(provider) {
      const names = await models.list(provider);
      const mine = current();
      const isMissing = mine !== undefined && !names.includes(mine);
      const isOf = provider === undefined || mine?.startsWith(`${provider}/`);
      return [...(isMissing && isOf ? [mine] : []), ...names];
    },
    getCurrent: current,
    async chooseModel(model) {
      models.check(model);
      await conversation.set({ model });
    },
  };
}

function createItemsPort(
  { listItems, hasOwnItems }: AgentChoices,
  conversation: Conversation,
): ItemsPort {
  const list: ItemsPort['list'] = (kind) => listItems(kind, conversation.session);
  if (!hasOwnItems) {
    const message =
      'rules, references, skills and tools of this agent cannot be included or excluded per conversation';
    const rejectChange = (): Promise<void> =>
      Promise.reject(new ConversationError('bad-setting', message));
    return { list, include: rejectChange, exclude: rejectChange };
  }
  return {
    list,
    include: (kind, name) => conversation.include({ kind, name }),
    exclude: (kind, name) => conversation.exclude({ kind, name }),
  };
}

/** Reports the context of the newest turn and the size of the context window it was chosen for. */
async function createContextReport(
  conversation: Conversation,
  runner: Pick<Runner, 'get'>,
  choices: Pick<AgentChoices, 'getContextWindow'> | undefined,
): Promise<ContextReport> {
  const newest = (await conversation.turns()).at(-1);
  const task = newest && (await runner.get(newest.taskId));
  const { items = [], omitted, ranker, note } = task?.selection ?? {};
  const tokens = await choices?.getContextWindow(conversation.session.settings.model);
  const window = tokens === Infinity ? undefined : tokens;
  return { items, ...omitUndefined({ omitted, ranker, note, window }) };
}

/** Builds the current view of a conversation, without waiting for later updates. */
export async function readConversationView(conversation: Conversation): Promise<ConversationView> {
  const enough = new AbortController();
  let view = EMPTY_VIEW;
  for await (const update of conversation.updates(enough.signal)) {
    if (update.kind === 'live') break;
    if (update.kind === 'event') view = applyUpdate(view, update);
  }
  enough.abort();
  return view;
}
