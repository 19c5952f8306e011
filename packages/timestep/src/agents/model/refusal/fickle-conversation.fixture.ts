import {
  getFinalAnswer,
  type ContentPart,
  type ContextItem,
  type Task,
  type UserMessage,
} from '#core';
import type { Backend, ToolEnvironment } from '#engine/port';
import { openMemory, systemClock, withSessions } from '#engine/runner';
import { tool, functionEnvironment } from '#engine/tools';
import { startStrictProvider, type Refusal, type StrictRequest } from '#testing';
import { createAgent, type CreateAgentOptions } from '../provider/create-agent.ts';

/** Text and base64 text that the fickle provider refuses wherever it stands. */
const POISON = 'poison';
const POISONED_IMAGE = Buffer.from(`\u0089PNG\r\n\u001a\n${POISON}${'-'.repeat(40)}`, 'latin1');

export type Random = () => number;

export function createRandom(seed: number): Random {
  let state = seed + 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function choose<Item>(random: Random, items: readonly [Item, ...Item[]]): Item {
  return items[Math.floor(random() * items.length)] ?? items[0];
}

/** Finds the paths of texts that the provider refuses. */
function findPoison(node: unknown, path = ''): string[] {
  if (typeof node === 'string') {
    const isPoisoned = node.includes(POISON) || node.includes(POISONED_IMAGE.toString('base64'));
    return isPoisoned ? [path] : [];
  }
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => {
    const step = Array.isArray(node) ? `[${key}]` : path === '' ? key : `.${key}`;
    return findPoison(value, path + step);
  });
}

/** Refuses requests with poison. The error names the place, another place, or none. */
function createRefusing(random: Random): (request: StrictRequest) => Refusal | undefined {
  return ({ body }) => {
    const { messages, input, contents, tools } = body;
    const [path] = findPoison({ messages, input, contents, tools });
    if (path === undefined) return undefined;
    const place = choose(random, [path, path, 'messages[0].content', '']);
    const message = place === '' ? 'Bad request' : `${place}: this is not accepted`;
    const error = { type: 'invalid_request_error', message, code: null, param: null };
    return { rule: 'poison', status: 400, body: { type: 'error', error } };
  };
}

const CALLS = ['read', 'see', 'look'] as const;

const read = tool({
  description: 'Reads a log.',
  input: { type: 'object', properties: { length: { type: 'number' } } },
  execute: ({ length }: { readonly length?: number }) => 'a line of a log\n'.repeat(length ?? 1),
});

/** A conversation with a model that has a small window and refuses some parts. */
export interface FickleConversation {
  /** Sends a message and returns the task when it has ended. */
  readonly send: (message: UserMessage) => Promise<Task>;
  /** Replaces the instructions of the agent. */
  readonly edit: (instructions: string) => void;
  readonly close: () => Promise<void>;
}

export async function openFickleConversation(
  options: CreateAgentOptions,
  window: number,
  random: Random,
  open: typeof openMemory = openMemory,
): Promise<FickleConversation> {
  const provider = await startStrictProvider({
    window,
    dialect: 'compatible',
    refuse: createRefusing(random),
    reply: ({ question, results, tools }) => {
      if (results.length > 0 || !question.includes('use tools') || tools.length === 0) {
        return { text: `I am here: ${question.slice(0, 20)}` };
      }
      const count = 1 + Math.floor(random() * 3);
      const toolCalls = Array.from({ length: count }, () => ({
        name: choose(random, CALLS),
        arguments: { length: Math.floor(random() * random() * window) },
      }));
      return { toolCalls };
    },
  });
  const agent = createAgent({ apiKey: 'sk-test', baseUrl: provider.url, env: {}, ...options });
  const functions = functionEnvironment({
    read,
    see: { description: 'Sees a picture.', execute: () => ({ content: 'seen' }) },
    look: { description: 'Looks.', execute: () => (random() < 0.3 ? POISON : 'nothing') },
  });
  const environment: ToolEnvironment = {
    ...functions,
    // A file of the agent that was edited until it was good again.
    systemPrompt: () => Promise.resolve(instructions),
    selectContext: () => ({ items: drawContext(random, window) }),
  };
  let instructions = 'Be brief.';
  const limits = { max_steps: 5, time_limit_s: 60 };
  const served = { name: 'a', agent, limits, environment: () => environment };
  const backend: Backend = open({ agents: [{ ...served, toolSite: 'server' }] });
  const opened = { type: 'session.opened', sessionId: 'c', principal: 'p', agent: 'a' } as const;
  await backend.sessions.append({ principal: 'p', id: 'c' }, 0, [opened], 1);
  // A turn of a session continues the one before it, even if that failed.
  const runner = withSessions(backend.runner, { sessions: backend.sessions, clock: systemClock });
  let count = 0;
  return {
    edit(text) {
      instructions = text;
    },
    async send(message) {
      count += 1;
      const from = { agent: 'a', principal: 'p', contextId: 'c', messageId: `m${count}` };
      const { id } = await runner.submit({ ...from, message });
      return runner.waitUntilSettled(id, new AbortController().signal);
    },
    async close() {
      await backend.close(0);
      await provider.close();
    },
  };
}

/** Draws the texts that are selected for a message: too long, refused, or none. */
function drawContext(random: Random, window: number): readonly ContextItem[] {
  const text = choose<() => string>(random, [
    () => 'short',
    () => 'text '.repeat(Math.floor(random() * window * 2)),
    () => `a ${POISON}`,
    () => 'half \uD83D',
  ])();
  if (random() < 0.5) return [];
  return Array.from({ length: 1 + Math.floor(random() * 3) }, (_, at) => ({
    kind: choose(random, ['rule', 'reference', 'skill']),
    name: `item-${at}`,
    reason: choose(random, ['always', 'agent', 'mention']),
    text,
  }));
}

function image(data: Buffer): ContentPart {
  return {
    type: 'image_url',
    image_url: { url: `data:image/png;base64,${data.toString('base64')}` },
    media_type: 'image/png',
  };
}

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Creates a message with odd text, files or data. */
export function createOddMessage(random: Random, window: number): UserMessage {
  const text = choose(random, [
    '',
    ' \n',
    'half \uD83D an emoji',
    'nul \0 nul',
    'use tools',
    'use tools, please',
    `use tools ${POISON}`,
    POISON,
    'long '.repeat(Math.floor(random() * window * 3)),
    'A message.',
  ]);
  if (random() < 0.5) return { role: 'user', content: text };
  const parts = Array.from({ length: Math.floor(random() * 6) }, (): ContentPart =>
    choose<() => ContentPart>(random, [
      () => image(PIXEL),
      () => image(POISONED_IMAGE),
      () => ({ type: 'text', text }),
      () => ({ type: 'data', data: { note: POISON } }),
      () => ({ type: 'file', file: { url: 'data:application/x-odd;base64,AAAA' } }),
      () => ({ type: 'data', data: { list: [text, 1, null] } }),
    ])(),
  );
  return { role: 'user', content: [{ type: 'text', text }, ...parts] };
}

export function isAnswered(task: Task): boolean {
  return task.state === 'completed' && (getFinalAnswer(task) ?? '').includes('I am here');
}
