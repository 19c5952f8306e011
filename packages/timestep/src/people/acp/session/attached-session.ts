import type { SessionConfigOption, SessionModeState } from '@agentclientprotocol/sdk';
import {
  applySessionEvent,
  listCallsAwaitingAnswer,
  askForYesOrNo,
  formatApprovalQuestion,
  formatQuestion,
  omitUndefined,
  type CallState,
  type Session,
  type SessionSettingsChanges,
  type SessionSettings,
  type Task,
  type UserMessage,
} from '#core';
import { openConversation, type Conversation, type ConversationUpdate } from '#people/chat';
import type { AcpClient } from '../acp-client.ts';
import { AcpError } from '../acp-error.ts';
import type { AcpAgent, AcpServerDeps } from '../acp-server-deps.ts';
import { createClientRequests, type ClientRequests } from './client-requests.ts';
import {
  parseOptionChange,
  createConfigOptions,
  createModes,
  type CurrentOptions,
} from '../conversions/config-options.ts';
import { listAvailableCommands, runCommand } from './run-command.ts';
import { toSessionUpdates } from '../conversions/session-updates.ts';
import { createQuestionId } from '../conversions/event-to-updates.ts';
import { createAgentText } from '../conversions/updates-from-history.ts';
import { createToolCallId } from '../conversions/tool-call.ts';
import { END_TURN, type TurnEnd } from '../conversions/turn-end.ts';
import { createTurnReader, type TurnReader } from './turn-reader.ts';

export interface AttachedSession {
  getOptions(): { readonly modes: SessionModeState; readonly configOptions: SessionConfigOption[] };
  /** Reads the session from the start. Resolves when all past updates have been sent or skipped. */
  subscribe(past: 'shown' | 'left-out'): Promise<void>;
  /** Sends a message and waits until the turn ends or needs input. Rejects with `AcpError`. */
  sendPrompt(message: UserMessage, messageId: string): Promise<TurnEnd>;
  cancel(): Promise<void>;
  setOption(configId: string, value: unknown): Promise<void>;
  sendCommands(): Promise<void>;
  detach(): Promise<void>;
}

/** The session to attach: a new one, which is stored with its first message, or a stored one. */
export interface SessionToAttach {
  readonly id: string;
  readonly agent: AcpAgent;
  /** Working directory of a new session; undefined for a stored session. */
  readonly newDirectory?: string;
}

interface SessionState extends SessionToAttach {
  readonly deps: AcpServerDeps;
  readonly client: AcpClient;
  agent: AcpAgent;
  /** Settings chosen before the session was stored. */
  chosen: SessionSettingsChanges;
  conversation?: Conversation;
  /** Set while the conversation or its reader is being opened. */
  opening?: Promise<Conversation> | undefined;
  subscription?: { readonly reader: TurnReader; readonly requests: ClientRequests } | undefined;
  /** The session according to the events read so far. */
  session?: Session | undefined;
  readonly ownMessageIds: Set<string>;
  runningPrompts: number;
  /** Number of cancellations, so that a prompt notices a cancellation before its turn started. */
  cancellations: number;
  hasPrompted: boolean;
}

export async function attachSession(
  deps: AcpServerDeps,
  client: AcpClient,
  attaching: SessionToAttach,
): Promise<AttachedSession> {
  const state: SessionState = {
    ...attaching,
    deps,
    client,
    chosen: {},
    ownMessageIds: new Set(),
    runningPrompts: 0,
    cancellations: 0,
    hasPrompted: false,
  };
  if (attaching.newDirectory === undefined)
    state.conversation = await openSessionConversation(state);
  return {
    getOptions: () => createOptions(state),
    subscribe: (past) => subscribeToConversation(state, past === 'shown'),
    sendPrompt: (message, messageId) => runSessionPrompt(state, message, messageId),
    async cancel() {
      state.cancellations += 1;
      await state.conversation?.cancel();
    },
    setOption: (configId, value) => applyOptionChange(state, configId, value),
    sendCommands: () => sendCommandList(state),
    detach: () => detachSession(state),
  };
}

export function requireAgent({ agents }: AcpServerDeps, name: string): AcpAgent {
  const found = agents.find((agent) => agent.name === name);
  if (found) return found;
  const names = agents.map((agent) => agent.name).join(', ');
  const message = `the session belongs to the agent ${name}, but only ${names} are served: add the folder of ${name} to the timestep acp command`;
  throw new AcpError('unknown-agent', message);
}

async function openSessionConversation(state: SessionState): Promise<Conversation> {
  const { deps, id, agent, newDirectory: directory } = state;
  const conversation = await openConversation(deps.conversations, {
    agent: agent.name,
    principal: deps.principal,
    ...(directory === undefined ? { sessionId: id } : { newSessionId: id, directory }),
    ...omitUndefined({ compaction: agent.compaction?.(() => conversation.session) }),
  });
  return conversation;
}

async function getOrOpenConversation(state: SessionState): Promise<Conversation> {
  state.opening ??= openAndSubscribe(state);
  try {
    return await state.opening;
  } finally {
    state.opening = undefined;
  }
}

async function openAndSubscribe(state: SessionState): Promise<Conversation> {
  const { deps, chosen } = state;
  const conversation = state.conversation ?? (await openSessionConversation(state));
  if (!state.conversation) {
    state.conversation = conversation;
    state.chosen = {};
    if (Object.keys(chosen).length > 0) await conversation.set(chosen);
    if (deps.agents.length > 1) await sendOptions(state);
  }
  if (!state.subscription) await subscribeToConversation(state, false);
  return conversation;
}

function getSettings({ conversation, session: read, chosen }: SessionState): SessionSettings {
  const known = conversation?.session;
  const isNewer = read !== undefined && read.generation > (known?.generation ?? 0);
  const settings = (isNewer ? read : known)?.settings ?? {};
  const all = Object.entries({ ...settings, ...chosen });
  return Object.fromEntries(all.filter(([, value]) => value !== null && value !== undefined));
}

function getCurrentOptions(state: SessionState): CurrentOptions {
  const { deps, agent, conversation } = state;
  return { agents: conversation ? [agent] : deps.agents, agent, settings: getSettings(state) };
}

function createOptions(state: SessionState): ReturnType<AttachedSession['getOptions']> {
  const chosen = getCurrentOptions(state);
  return { modes: createModes(chosen.settings), configOptions: createConfigOptions(chosen) };
}

async function applyOptionChange(
  state: SessionState,
  configId: string,
  value: unknown,
): Promise<void> {
  const choice = parseOptionChange(configId, value, getCurrentOptions(state));
  if (!choice) {
    const message = `invalid value ${String(value)} for ${configId}: choose one of the listed values`;
    throw new AcpError('bad-request', message);
  }
  if (choice.kind === 'agent') {
    state.agent = requireAgent(state.deps, choice.agent);
    const { model: _model, ...others } = state.chosen;
    state.chosen = others;
    return;
  }
  const { changes } = choice;
  if (state.conversation) await state.conversation.set(changes);
  else state.chosen = { ...state.chosen, ...changes };
}

async function subscribeToConversation(state: SessionState, showsPast: boolean): Promise<void> {
  const { client, conversation, ownMessageIds } = state;
  await detachSession(state);
  if (!conversation) return;
  const requests = createClientRequests({
    client,
    conversation,
    onUndecided: (task, call) => void handleUndecidedRequest(state, task, call),
    onFailed: (task, call, thrown) => void askInText(state, task, call, thrown),
    ownMessageIds,
  });
  const reader = createTurnReader({
    conversation,
    showsPast,
    send: (update) => client.sendUpdate(state.id, update),
    ownMessageIds,
    showsQuestions: !client.supports('forms'),
    requests,
    onOtherUpdate: (update, isLive, costUsd) => sendOtherUpdate(state, update, isLive, costUsd),
    hasRunningPrompt: () => state.runningPrompts > 0,
    onError: state.deps.onError,
  });
  state.subscription = { reader, requests };
  await reader.live;
  if (showsPast && state.session?.name !== undefined) {
    await client.sendUpdate(state.id, {
      sessionUpdate: 'session_info_update',
      title: state.session.name,
    });
  }
}

async function detachSession(state: SessionState): Promise<void> {
  const { subscription } = state;
  state.subscription = undefined;
  state.session = undefined;
  subscription?.requests.withdrawAll();
  await subscription?.reader.stop();
}

async function runSessionPrompt(
  state: SessionState,
  message: UserMessage,
  messageId: string,
): Promise<TurnEnd> {
  const { cancellations } = state;
  const conversation = await getOrOpenConversation(state);
  state.runningPrompts += 1;
  try {
    const said = typeof message.content === 'string' ? message.content : '';
    const outcome = await runCommand(said, state.agent, conversation);
    if (outcome && 'answer' in outcome) {
      await sendText(state, outcome.answer, `${messageId}/answer`);
      return END_TURN;
    }
    state.ownMessageIds.add(messageId);
    const sent = outcome ? { ...message, content: outcome.send } : message;
    const task = await conversation.send(sent, messageId);
    if (state.cancellations > cancellations) await conversation.cancel();
    if (!state.hasPrompted) await sendCommandList(state);
    state.hasPrompted = true;
    const { subscription } = state;
    if (!subscription)
      throw new AcpError('unknown-session', `session ${state.id} was closed: load it again`);
    return await subscription.reader.waitForRest(task);
  } finally {
    state.runningPrompts -= 1;
  }
}

async function sendCommandList({ client, id }: SessionState): Promise<void> {
  const sessionUpdate = 'available_commands_update';
  await client.sendUpdate(id, { sessionUpdate, availableCommands: listAvailableCommands() });
}

async function sendOptions(state: SessionState): Promise<void> {
  const sessionUpdate = 'config_option_update';
  const { configOptions: options } = createOptions(state);
  await state.client.sendUpdate(state.id, { sessionUpdate, configOptions: options });
}

async function sendOtherUpdate(
  state: SessionState,
  update: Exclude<ConversationUpdate, { kind: 'event' | 'delta' | 'live' }>,
  isLive: boolean,
  costUsd: number | null,
): Promise<void> {
  if (update.kind === 'session') state.session = applySessionEvent(state.session, update.event);
  if (!isLive && update.kind === 'session') return;
  const shownWith = { ...createOptions(state), costUsd };
  const updates = toSessionUpdates(update, shownWith, (what) => state.client.supports(what));
  for (const one of updates) await state.client.sendUpdate(state.id, one);
}

/** A request closed without a decision cancels the prompt's turn (ACP v1, Tool Calls). */
async function handleUndecidedRequest(
  state: SessionState,
  task: Task,
  call: CallState,
): Promise<void> {
  const { subscription, conversation, runningPrompts, deps } = state;
  try {
    const [asking] = listCallsAwaitingAnswer(task);
    if (asking?.call.id === call.call.id) await sendQuestion(state, task, call);
    else if (runningPrompts > 0) await conversation?.cancel();
    subscription?.reader.checkWaiters();
  } catch (thrown) {
    deps.onError(thrown);
  }
}

/** Asks in a text message, because the request to the client failed. */
async function askInText(
  state: SessionState,
  task: Task,
  call: CallState,
  thrown: unknown,
): Promise<void> {
  const { subscription, deps } = state;
  deps.onError(thrown);
  try {
    const approval = askForYesOrNo(formatApprovalQuestion([call.call.function]));
    if (call.question) await sendQuestion(state, task, call);
    else await sendText(state, approval, `${createToolCallId(task, call.call.id)}/asked`);
    subscription?.reader.checkWaiters();
  } catch (later) {
    deps.onError(later);
  }
}

async function sendQuestion(state: SessionState, task: Task, call: CallState): Promise<void> {
  if (call.question)
    await sendText(state, formatQuestion(call.question), createQuestionId(task, call));
}

async function sendText(
  { client, id }: SessionState,
  text: string,
  messageId: string,
): Promise<void> {
  await client.sendUpdate(id, createAgentText(text, messageId));
}
