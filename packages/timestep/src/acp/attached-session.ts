import type {
  SessionConfigOption,
  SessionModeState,
  SessionUpdate,
} from '@agentclientprotocol/sdk';
import {
  applyToSession,
  callsAwaitingAnswer,
  questionText,
  type CallState,
  type Session,
  type SessionChanges,
  type SessionSettings,
  type Task,
  type UserMessage,
} from '../core/index.ts';
import { openConversation, type Conversation, type ConversationUpdate } from '../chat/index.ts';
import type { AcpClient } from './acp-client.ts';
import { AcpError } from './acp-error.ts';
import type { AcpAgent, AcpSite } from './acp-site.ts';
import { createAsking, type Asking } from './asking.ts';
import { choiceFrom, configOptions, modesOf, type Chosen } from './config-options.ts';
import { availableCommands, runCommand } from './session-commands.ts';
import { sessionUpdates } from './session-updates.ts';
import { agentText, questionIdOf } from './shown-turn.ts';
import { toolCallIdOf } from './tool-call.ts';
import { END_TURN, type TurnEnd } from './turn-end.ts';
import { readTurns, type TurnReader } from './turn-reader.ts';

/** A session that a client has open. */
export interface AttachedSession {
  /** What a client chooses from, and what is chosen. */
  options(): { readonly modes: SessionModeState; readonly configOptions: SessionConfigOption[] };
  /** Reads the session anew; resolves once all that has happened was sent, where it is sent. */
  follow(past: 'shown' | 'left-out'): Promise<void>;
  /** Rejects with `AcpError` where the turn fails. */
  prompt(message: UserMessage, messageId: string): Promise<TurnEnd>;
  cancel(): Promise<void>;
  choose(configId: string, value: unknown): Promise<void>;
  /** Tells the client the commands. */
  showCommands(): Promise<void>;
  /** Leaves the session as it is; its turns go on. */
  leave(): Promise<void>;
}

/** The session that is attached: a new one, which is kept from its first message on, or a kept one. */
export type Attaching =
  | { readonly kind: 'new'; readonly id: string; readonly directory: string }
  | { readonly kind: 'kept'; readonly id: string; readonly agent: string };

/** Everything that one attached session works with. */
interface Place {
  readonly site: AcpSite;
  readonly client: AcpClient;
  readonly id: string;
  readonly directory: string | undefined;
  agent: AcpAgent;
  /** What was chosen before the session began. */
  chosen: SessionChanges;
  conversation: Conversation | undefined;
  /** While the session begins, or its reader does. */
  beginning: Promise<Conversation> | undefined;
  reading: { readonly reader: TurnReader; readonly asking: Asking } | undefined;
  /** The session as its events say that were read. */
  session: Session | undefined;
  readonly own: Set<string>;
  prompts: number;
  /** Counts the cancellations, so that a prompt notices one that came before its turn. */
  cancellations: number;
  hasPrompted: boolean;
}

export async function attachSession(
  site: AcpSite,
  client: AcpClient,
  attaching: Attaching,
): Promise<AttachedSession> {
  const isNew = attaching.kind === 'new';
  const place: Place = {
    site,
    client,
    id: attaching.id,
    directory: isNew ? attaching.directory : undefined,
    agent: isNew ? site.agents[0] : agentNamed(site, attaching.agent),
    chosen: {},
    conversation: undefined,
    beginning: undefined,
    reading: undefined,
    session: undefined,
    own: new Set(),
    prompts: 0,
    cancellations: 0,
    hasPrompted: false,
  };
  if (attaching.kind === 'kept') place.conversation = await opened(place, attaching.id);
  return {
    options: () => optionsOf(place),
    follow: (past) => follow(place, past === 'shown'),
    prompt: (message, messageId) => prompt(place, message, messageId),
    async cancel() {
      place.cancellations += 1;
      await place.conversation?.cancel();
    },
    choose: (configId, value) => choose(place, configId, value),
    showCommands: () => showCommands(place),
    leave: () => leave(place),
  };
}

/** An agent that is served. Throws `AcpError`. */
export function agentNamed({ agents }: AcpSite, name: string): AcpAgent {
  const found = agents.find((agent) => agent.name === name);
  if (found) return found;
  const names = agents.map((agent) => agent.name).join(', ');
  const message = `the session is a conversation with ${name}, and only ${names} can be used: give the folder of ${name} to timestep acp, too`;
  throw new AcpError('unknown-agent', message);
}

async function opened(place: Place, sessionId?: string): Promise<Conversation> {
  const { site, id, agent, directory } = place;
  const compaction = agent.compaction?.(() => conversation.session);
  // A new session has the id that the client knows already; its forks have ids of their own.
  const ids = sessionId === undefined ? [id] : [];
  const conversation = await openConversation(
    { ...site.conversations, newId: () => ids.pop() ?? site.conversations.newId() },
    {
      agent: agent.name,
      principal: site.principal,
      ...(sessionId !== undefined && { sessionId }),
      ...(directory !== undefined && { directory }),
      ...(compaction && { compaction }),
    },
  );
  return conversation;
}

/** The conversation of a session, which begins where it has not begun. */
async function begun(place: Place): Promise<Conversation> {
  place.beginning ??= begin(place);
  try {
    return await place.beginning;
  } finally {
    place.beginning = undefined;
  }
}

async function begin(place: Place): Promise<Conversation> {
  const { site, chosen } = place;
  const conversation = place.conversation ?? (await opened(place));
  if (!place.conversation) {
    place.conversation = conversation;
    place.chosen = {};
    if (Object.keys(chosen).length > 0) await conversation.set(chosen);
    if (site.agents.length > 1) await showOptions(place);
  }
  if (!place.reading) await follow(place, false);
  return conversation;
}

function settingsOf({ conversation, session: read, chosen }: Place): SessionSettings {
  const known = conversation?.session;
  const isNewer = read !== undefined && read.generation > (known?.generation ?? 0);
  const settings = (isNewer ? read : known)?.settings ?? {};
  const all = Object.entries({ ...settings, ...chosen });
  return Object.fromEntries(all.filter(([, value]) => value !== null && value !== undefined));
}

function chosenOf(place: Place): Chosen {
  const { site, agent, conversation } = place;
  return { agents: conversation ? [agent] : site.agents, agent, settings: settingsOf(place) };
}

function optionsOf(place: Place): ReturnType<AttachedSession['options']> {
  const chosen = chosenOf(place);
  return { modes: modesOf(chosen.settings), configOptions: configOptions(chosen) };
}

async function choose(place: Place, configId: string, value: unknown): Promise<void> {
  const choice = choiceFrom(configId, value, chosenOf(place));
  if (!choice) {
    const message = `${configId} cannot be ${String(value)} now: choose one of the values that the option has`;
    throw new AcpError('bad-request', message);
  }
  if (choice.kind === 'agent') {
    place.agent = agentNamed(place.site, choice.agent);
    const { model: _model, ...others } = place.chosen;
    place.chosen = others;
    return;
  }
  const { changes } = choice;
  if (place.conversation) await place.conversation.set(changes);
  else place.chosen = { ...place.chosen, ...changes };
}

async function follow(place: Place, showsPast: boolean): Promise<void> {
  const { client, conversation, own } = place;
  await leave(place);
  if (!conversation) return;
  const asking = createAsking({
    sessionId: place.id,
    client,
    conversation,
    onUndecided: (task, state) => void undecided(place, task, state),
    onFailed: (task, state, thrown) => void inWords(place, task, state, thrown),
    onAnswered: (messageId) => own.add(messageId),
  });
  const reader = readTurns({
    conversation,
    showsPast,
    send: (update) => client.update(place.id, update),
    isOwn: (messageId) => own.has(messageId),
    showsQuestions: !client.can('forms'),
    onTurn: (task) => asking.see(task),
    isAsking: (task) => asking.isBusy(task),
    onOther: (update, isLive, costUsd) => showOther(place, update, isLive, costUsd),
    failureOf: (task, isLive) => (isLive && place.prompts > 0 ? [] : failureUpdates(task)),
    onError: place.site.onError,
  });
  place.reading = { reader, asking };
  await reader.live;
  if (showsPast && place.session?.name !== undefined) {
    await client.update(place.id, {
      sessionUpdate: 'session_info_update',
      title: place.session.name,
    });
  }
}

async function leave(place: Place): Promise<void> {
  const { reading } = place;
  place.reading = undefined;
  place.session = undefined;
  reading?.asking.stop();
  await reading?.reader.stop();
}

async function prompt(place: Place, message: UserMessage, messageId: string): Promise<TurnEnd> {
  const { cancellations } = place;
  const conversation = await begun(place);
  place.prompts += 1;
  try {
    const said = typeof message.content === 'string' ? message.content : '';
    const outcome = await runCommand(said, { ...place, conversation });
    if (outcome && 'answer' in outcome) {
      await place.client.update(place.id, agentText(outcome.answer, `${messageId}/answer`));
      return END_TURN;
    }
    place.own.add(messageId);
    const sent = outcome ? { ...message, content: outcome.send } : message;
    const task = await conversation.send(sent, messageId);
    if (place.cancellations > cancellations) await conversation.cancel();
    if (!place.hasPrompted) await showCommands(place);
    place.hasPrompted = true;
    const { reading } = place;
    if (!reading) throw new AcpError('unknown-session', `session ${place.id} was closed: load it`);
    return await reading.reader.restOf(task);
  } finally {
    place.prompts -= 1;
  }
}

async function showCommands({ client, id }: Place): Promise<void> {
  const sessionUpdate = 'available_commands_update';
  await client.update(id, { sessionUpdate, availableCommands: availableCommands() });
}

async function showOptions(place: Place): Promise<void> {
  const sessionUpdate = 'config_option_update';
  const { configOptions: options } = optionsOf(place);
  await place.client.update(place.id, { sessionUpdate, configOptions: options });
}

async function showOther(
  place: Place,
  update: Exclude<ConversationUpdate, { kind: 'event' | 'delta' | 'live' }>,
  isLive: boolean,
  costUsd: number | null,
): Promise<void> {
  if (update.kind === 'session') place.session = applyToSession(place.session, update.event);
  if (!isLive && update.kind === 'session') return;
  const shownWith = { ...optionsOf(place), costUsd };
  const updates = sessionUpdates(update, shownWith, (what) => place.client.can(what));
  for (const one of updates) await place.client.update(place.id, one);
}

/** The client closed a request: in a prompt that means that the turn is cancelled (ACP v1, Tool Calls). */
async function undecided(place: Place, task: Task, state: CallState): Promise<void> {
  const { reading, conversation, prompts, site } = place;
  try {
    const [asking] = callsAwaitingAnswer(task);
    if (asking?.call.id === state.call.id) await showQuestion(place, task, state);
    else if (prompts > 0) await conversation?.cancel();
    reading?.reader.look();
  } catch (thrown) {
    site.onError(thrown);
  }
}

/** The client could not be asked, so the turn rests until the person answers in words. */
async function inWords(place: Place, task: Task, state: CallState, thrown: unknown): Promise<void> {
  const { client, id, reading, site } = place;
  site.onError(thrown);
  try {
    if (state.question) await showQuestion(place, task, state);
    else {
      const { name, arguments: written } = state.call.function;
      const text = `May ${name} be called with ${written}? Answer yes or no.`;
      await client.update(id, agentText(text, `${toolCallIdOf(task, state.call.id)}/asked`));
    }
    reading?.reader.look();
  } catch (later) {
    site.onError(later);
  }
}

async function showQuestion({ client, id }: Place, task: Task, state: CallState): Promise<void> {
  if (!state.question) return;
  await client.update(id, agentText(questionText(state.question), questionIdOf(task, state)));
}

function failureUpdates(task: Task): SessionUpdate[] {
  const message = task.end?.error?.message;
  return message === undefined
    ? []
    : [agentText(`The turn failed: ${message}`, `${task.id}/failure`)];
}
