import { DEFAULT_LIMITS, getText, type Message, type TaskEvent } from '#core';
import { functionEnvironment } from '#engine/tools';
import type { AgentFn, Backend, ServedAgent } from '#engine/port';
import { openMemory } from '#engine/runner';
import { createManualClock, type ManualClock } from '#testing';
import type {
  Conversation,
  ConversationOptions,
  ConversationDeps,
  ConversationUpdate,
} from './conversation.ts';
import { openConversation } from './open-conversation.ts';

/** An in-memory backend. Each call of `open` acts like a separate process on it. */
export interface ConversationFixture {
  readonly clock: ManualClock;
  readonly backend: Backend;
  readonly deps: ConversationDeps;
  open(options?: Partial<ConversationOptions>): Promise<Conversation>;
}

const tools = { look: () => 'seen' };

function getLastText(messages: readonly Message[]): string {
  const last = messages.at(-1);
  return last ? getText(last) : '';
}

/** Agent that replies with the number of user messages and the last message. */
export const echoAgent: AgentFn = (messages) => {
  const said = messages.filter(({ role }) => role === 'user').length;
  return { role: 'assistant', content: `${said}: ${getLastText(messages)}` };
};

/** Agent that calls the client tool `look` if the last message is `wait`. */
export const toolCallingAgent: AgentFn = (messages, context) =>
  getLastText(messages) === 'wait'
    ? {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'look', arguments: '{}' } }],
      }
    : echoAgent(messages, context);

export function createConversationFixture(
  agent: AgentFn = echoAgent,
  change: Partial<ServedAgent> = {},
): ConversationFixture {
  const clock = createManualClock(1000);
  const environment = functionEnvironment(tools);
  const served: ServedAgent = {
    name: 'guide',
    agent,
    toolSite: 'client',
    limits: DEFAULT_LIMITS,
    environment: () => environment,
    ...change,
  };
  const backend = openMemory({ agents: [served, { ...served, name: 'other' }], clock });
  let ids = 0;
  const newId = (): string => {
    ids += 1;
    return `s${ids}`;
  };
  const { runner, sessions } = backend;
  const deps = { runner, sessions, clock, newId };
  return {
    clock,
    backend,
    deps,
    open: (options = {}) =>
      openConversation(deps, { agent: 'guide', principal: 'ada', ...options }),
  };
}

const NEVER = new AbortController().signal;

/**
 * Sends a message and waits until the turn settles. Each message advances the clock by one
 * millisecond.
 */
export async function sendAndSettle(
  { clock, backend }: ConversationFixture,
  conversation: Conversation,
  text: string,
) {
  clock.advance(1);
  const { id } = await conversation.send(text, `m-${text}`);
  return backend.runner.waitUntilSettled(id, NEVER);
}

/** Updates collected in the background until `stop` is called. */
export interface CollectedUpdates {
  readonly updates: ConversationUpdate[];
  /** The collected updates as short texts. */
  readonly lines: () => string[];
  stop(): Promise<void>;
}

export function collectUpdates(conversation: Conversation): CollectedUpdates {
  const stopping = new AbortController();
  const updates: ConversationUpdate[] = [];
  const done = (async () => {
    for await (const update of conversation.updates(stopping.signal)) updates.push(update);
  })();
  return {
    updates,
    lines: () => updates.flatMap(formatUpdate),
    async stop() {
      stopping.abort();
      await done;
    },
  };
}

function formatUpdate(update: ConversationUpdate): string[] {
  switch (update.kind) {
    case 'session':
      return [update.event.type];
    case 'event':
      return formatEvent(update.event);
    case 'delta':
      return [];
    case 'live':
      return ['live'];
    case 'fill':
      return [`${update.fill.tokens} of ${update.fill.window}${update.fill.isNear ? '!' : ''}`];
    case 'compaction-failed':
      return [update.error.code];
  }
}

function formatEvent(event: TaskEvent): string[] {
  if (event.type === 'message.received') return [`> ${getText(event.message)}`];
  if (event.type === 'model.replied') return [`< ${getText(event.message)}`];
  return event.type === 'task.finished' ? [event.state] : [];
}
