import { DEFAULT_LIMITS, textOf, type Message, type TaskEvent } from '../core/index.ts';
import { functionEnvironment } from '../environment/index.ts';
import type { AgentFn, Backend, ServedAgent } from '../port/index.ts';
import { openMemory } from '../runner/index.ts';
import { manualClock, type ManualClock } from '../testing/index.ts';
import type {
  Conversation,
  ConversationOptions,
  ConversationSite,
  ConversationUpdate,
} from './conversation.ts';
import { openConversation } from './open-conversation.ts';

/** A backend in memory, and conversations on it as several processes would have them. */
export interface Stage {
  readonly clock: ManualClock;
  readonly backend: Backend;
  readonly site: ConversationSite;
  open(options?: Partial<ConversationOptions>): Promise<Conversation>;
}

const tools = { look: () => 'seen' };

function lastOf(messages: readonly Message[]): string {
  const last = messages.at(-1);
  return last ? textOf(last) : '';
}

/** Repeats what was said, and says how much of the conversation it knows. */
export const parrot: AgentFn = (messages) => {
  const said = messages.filter(({ role }) => role === 'user').length;
  return { role: 'assistant', content: `${said}: ${lastOf(messages)}` };
};

/** Asks for the tool `look` where the last word is `wait`, which the client runs. */
export const waiter: AgentFn = (messages, context) =>
  lastOf(messages) === 'wait'
    ? {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'look', arguments: '{}' } }],
      }
    : parrot(messages, context);

export function stage(agent: AgentFn = parrot, change: Partial<ServedAgent> = {}): Stage {
  const clock = manualClock(1000);
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
  const site = { runner, sessions, clock, newId };
  return {
    clock,
    backend,
    site,
    open: (options = {}) =>
      openConversation(site, { agent: 'guide', principal: 'ada', ...options }),
  };
}

const NEVER = new AbortController().signal;

/** Says something and waits until the turn rests; each message comes a millisecond later. */
export async function say({ clock, backend }: Stage, conversation: Conversation, text: string) {
  clock.advance(1);
  const { id } = await conversation.send(text, `m-${text}`);
  return backend.runner.settled(id, NEVER);
}

/** Reads updates in the background; `stop` ends that. */
export interface Reading {
  readonly updates: ConversationUpdate[];
  /** What was read, as short texts. */
  readonly lines: () => string[];
  stop(): Promise<void>;
}

export function reading(conversation: Conversation): Reading {
  const stopping = new AbortController();
  const updates: ConversationUpdate[] = [];
  const done = (async () => {
    for await (const update of conversation.updates(stopping.signal)) updates.push(update);
  })();
  return {
    updates,
    lines: () => updates.flatMap(lineOf),
    async stop() {
      stopping.abort();
      await done;
    },
  };
}

function lineOf(update: ConversationUpdate): string[] {
  switch (update.kind) {
    case 'session':
      return [update.event.type];
    case 'event':
      return lineOfEvent(update.event);
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

function lineOfEvent(event: TaskEvent): string[] {
  if (event.type === 'message.received') return [`> ${textOf(event.message)}`];
  if (event.type === 'model.replied') return [`< ${textOf(event.message)}`];
  return event.type === 'task.finished' ? [event.state] : [];
}
