import { formatForeignLine, omitUndefined, type Task, type UserMessage } from '#core';
import { openConversation, type Conversation } from '#people/chat';
import type { AcpClient } from '../acp-client.ts';
import { AcpError } from '../acp-error.ts';
import type { AcpAgent, AcpServerDeps } from '../acp-server-deps.ts';
import { cancelTurn } from './cancel-turn.ts';
import { createClientRequests } from './client-requests.ts';
import {
  describeOptionProblem,
  parseOptionChange,
  type SessionOptions,
} from '../conversions/config-options.ts';
import { listAvailableCommands, runCommand } from './run-command.ts';
import {
  createSessionOptionsFromState,
  getCurrentOptions,
  type SessionState,
  type SessionToAttach,
} from './session-state.ts';
import { createAgentMessageChunk } from '../conversions/updates-from-history.ts';
import { END_TURN, type TurnEnd } from '../conversions/turn-end.ts';
import { createTurnReader } from './turn-reader.ts';

export interface AttachedSession {
  getOptions(): SessionOptions;
  /**
   * Subscribes to the session from its start. Resolves when all past updates have been sent or
   * skipped.
   */
  subscribe(past: 'shown' | 'left-out'): Promise<void>;
  /** Sends a message and waits until the turn ends or needs input. Rejects with `AcpError`. */
  sendPrompt(message: UserMessage, messageId: string): Promise<TurnEnd>;
  cancel(): Promise<void>;
  setOption(configId: string, value: unknown): Promise<void>;
  sendCommands(): Promise<void>;
  detach(): Promise<void>;
}

export async function openUnsubscribedSession(
  deps: AcpServerDeps,
  client: AcpClient,
  attaching: SessionToAttach,
): Promise<AttachedSession> {
  const state: SessionState = {
    ...attaching,
    deps,
    client,
    send: (update) => client.sendUpdate(attaching.id, update),
    chosen: {},
    ownMessageIds: new Set(),
    runningPrompts: 0,
    cancellations: 0,
    hasPrompted: false,
  };
  if (attaching.newDirectory === undefined)
    state.conversation = await openSessionConversation(state);
  return {
    getOptions: () => createSessionOptionsFromState(state),
    subscribe: (past) => subscribeToConversation(state, past === 'shown'),
    sendPrompt: (message, messageId) => runSessionPrompt(state, message, messageId),
    cancel: () => cancelTurn(state),
    setOption: (configId, value) => applyOptionChange(state, configId, value),
    sendCommands: async () => {
      await sendCommandList(state);
      await loadAndOfferModels(state);
    },
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
    entry: 'acp',
    ...(directory === undefined ? { sessionId: id } : { newSessionId: id, directory }),
    ...omitUndefined({ compaction: agent.compaction?.(() => conversation.session) }),
  });
  return conversation;
}

async function getOrOpenConversation(state: SessionState): Promise<Conversation> {
  state.opening ??= openAndSubscribeToConversation(state);
  try {
    return await state.opening;
  } finally {
    state.opening = undefined;
  }
}

async function openAndSubscribeToConversation(state: SessionState): Promise<Conversation> {
  const { deps, chosen } = state;
  const conversation = state.conversation ?? (await openSessionConversation(state));
  if (!state.conversation) {
    state.conversation = conversation;
    state.chosen = {};
    if (Object.keys(chosen).length > 0) await conversation.set(chosen);
    const { configOptions } = createSessionOptionsFromState(state);
    if (deps.agents.length > 1)
      await state.send({ sessionUpdate: 'config_option_update', configOptions });
  }
  await state.subscribing?.catch(() => undefined);
  if (!state.subscription) await subscribeToConversation(state, false);
  return conversation;
}

async function applyOptionChange(
  state: SessionState,
  configId: string,
  value: unknown,
): Promise<void> {
  const options = getCurrentOptions(state);
  const choice = parseOptionChange(configId, value, options);
  if (!choice) throw new AcpError('bad-request', describeOptionProblem(configId, value, options));
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

function subscribeToConversation(state: SessionState, showsPast: boolean): Promise<void> {
  const before = state.subscribing?.catch(() => undefined);
  const subscribing = before
    ? before.then(() => replaceSubscription(state, showsPast))
    : replaceSubscription(state, showsPast);
  state.subscribing = subscribing;
  const end = (): void => {
    if (state.subscribing === subscribing) state.subscribing = undefined;
  };
  subscribing.then(end, end);
  return subscribing;
}

async function replaceSubscription(state: SessionState, showsPast: boolean): Promise<void> {
  const { conversation } = state;
  await detachSession(state);
  if (!conversation) return;
  const requests = createClientRequests(state, conversation);
  const reader = createTurnReader(state, conversation, requests, showsPast);
  state.subscription = { reader, requests };
  await reader.live;
  const title = state.session?.name;
  if (showsPast && title !== undefined)
    await state.send({ sessionUpdate: 'session_info_update', title: formatForeignLine(title) });
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
    const answer = await runCommand(said, state.agent, conversation);
    if (answer && answer.do !== 'send') {
      await state.send(createAgentMessageChunk(answer.text, `${messageId}/answer`));
      return END_TURN;
    }
    state.ownMessageIds.add(messageId);
    const sent = answer ? { ...message, content: answer.text } : message;
    const task = await conversation.send(sent, messageId);
    if (state.cancellations > cancellations) await conversation.cancel();
    if (!state.hasPrompted) await sendCommandList(state);
    state.hasPrompted = true;
    return await waitForRestOfTurn(state, task, cancellations);
  } finally {
    state.runningPrompts -= 1;
  }
}

/**
 * Waits for the rest of a turn, even if `session/load` replaces the reader of the session
 * meanwhile.
 */
async function waitForRestOfTurn(
  state: SessionState,
  task: Task,
  cancellations: number,
): Promise<TurnEnd> {
  for (;;) {
    await state.subscribing?.catch(() => undefined);
    const { subscription } = state;
    if (!subscription) {
      if (state.cancellations > cancellations) return { kind: 'stopped', reason: 'cancelled' };
      throw new AcpError(
        'unknown-session',
        `session ${state.id} was closed during its turn: open it again with session/load`,
      );
    }
    try {
      return await subscription.reader.waitForRestOfTurn(task, cancellations);
    } catch (thrown) {
      if (state.subscription === subscription) throw thrown;
    }
  }
}

/** Offers the models of the providers, which are asked only after the session has been created. */
async function loadAndOfferModels(state: SessionState): Promise<void> {
  const { agent } = state;
  const { models } = agent;
  await agent.loadModels?.();
  if (agent.models.length === models.length || state.agent !== agent) return;
  const { configOptions } = createSessionOptionsFromState(state);
  await state.send({ sessionUpdate: 'config_option_update', configOptions });
}

async function sendCommandList(state: SessionState): Promise<void> {
  const sessionUpdate = 'available_commands_update';
  const availableCommands = await listAvailableCommands(state.agent);
  await state.send({ sessionUpdate, availableCommands });
}
