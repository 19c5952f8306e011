import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { getText, type NumberedEvent, type Task } from '#core';
import type { AgentFn, Backend } from '#engine/port';
import { openSqlite } from '#engine/runner';
import { Agent, serve } from '#serving/server';
import { startEmbeddingServer } from './embeddings.fixture.ts';
import { createTestFolder } from '../folder.fixture.ts';
import { loadAgentFolder } from '../load-agent.ts';

const CANARY = 'sk-canary-0123456789';
const NEVER = new AbortController().signal;

const FILES = {
  'tsagent.json': {
    metadata: { name: 'Guide' },
    settings: { embeddingModel: 'openai/small', askUser: false },
  },
  'rules/umbrella.mdt': '---\ninclude: agent\n---\nOffer an umbrella.',
  'rules/refunds.mdt': '---\ninclude: agent\n---\nGive money back.',
};

const UMBRELLA = 'umbrella\nOffer an umbrella.';
const REFUNDS = 'refunds\nGive money back.';

/** Says what it was given to know. */
const telling: AgentFn = (messages) => ({
  role: 'assistant',
  content: messages
    .filter(({ role }) => role === 'user')
    .map(getText)
    .join(' | '),
});

const hanging: AgentFn = () => new Promise(() => undefined);

function newPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vectors-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'tasks.db');
}

interface Process {
  readonly begin: (text: string) => Promise<string>;
  readonly say: (text: string) => Promise<Task>;
  readonly settled: (taskId: string) => Promise<Task>;
  readonly selected: (taskId: string) => Promise<readonly NumberedEvent[]>;
  readonly reached: (taskId: string, type: NumberedEvent['type']) => Promise<void>;
  /** Ends as a process that is lost does: what runs is cut off. */
  readonly end: () => Promise<void>;
}

/** A process that serves the folder from a database. */
async function opened(
  path: string,
  folder: string,
  env: Readonly<Record<string, string>>,
  model: AgentFn = telling,
): Promise<Process> {
  const definition = loadAgentFolder(folder, { model, env, embeddingTimeoutS: 600 });
  const backends: Backend[] = [];
  const serving = await serve({
    agents: [new Agent(definition)],
    port: 0,
    backend(needs) {
      const backend = openSqlite({ ...needs, path });
      backends.push(backend);
      return backend;
    },
  });
  let isOpen = true;
  const end = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    await serving.close(0);
    await definition.close();
  };
  onTestFinished(end);
  const { runner } = serving;
  let count = 0;
  const begin = async (text: string): Promise<string> => {
    const messageId = `${text} ${(count += 1)}`;
    const message = { role: 'user', content: text } as const;
    const to = { agent: definition.agentId, principal: '', contextId: 'c' };
    return (await runner.submit({ ...to, messageId, message })).id;
  };
  return {
    begin,
    say: async (text) => runner.waitUntilSettled(await begin(text), NEVER),
    settled: (taskId) => runner.waitUntilSettled(taskId, NEVER),
    async selected(taskId) {
      const events: NumberedEvent[] = [];
      for await (const update of runner.subscribe(taskId, 0, NEVER)) {
        if (update.kind === 'event') events.push(update.event);
      }
      return events.filter(({ type }) => type === 'context.selected');
    },
    async reached(taskId, type) {
      for await (const update of runner.subscribe(taskId, 0, NEVER)) {
        if (update.kind === 'event' && update.event.type === type) return;
      }
    },
    end,
  };
}

it('chooses what words do not tell, and makes vectors of rules once, whichever process needs them', async () => {
  const { env, asked } = await startEmbeddingServer(CANARY);
  const [path, folder] = [newPath(), createTestFolder(FILES)];
  const before = await opened(path, folder, env);
  const task = await before.say('Will it rain?');
  expect(task.selection).toEqual({
    items: [
      { kind: 'rule', name: 'umbrella', reason: 'agent', score: 0.016, text: 'Offer an umbrella.' },
    ],
    ranker: 'bm25f/1+openai/small',
  });
  expect(asked).toEqual([['Will it rain?', REFUNDS, UMBRELLA]]);
  const { selection } = await before.say('Money back, since the weather is bad');
  expect(selection?.items.map(({ name, score }) => [name, score])).toEqual([
    ['refunds', 0.033],
    ['umbrella', 0.016],
  ]);
  expect(asked.slice(1)).toEqual([['Money back, since the weather is bad']]);
  await before.end();
  const after = await opened(path, folder, env);
  const later = await after.say('Rain again?');
  expect(later.selection?.items.map(({ name }) => name)).toEqual(['umbrella']);
  expect(asked.slice(2)).toEqual([['Rain again?']]);
});

it('chooses by words where vectors cannot be made, and says so without a secret', async () => {
  const { env, asked } = await startEmbeddingServer(CANARY, (response) => {
    response.writeHead(500, { 'content-type': 'application/json' });
    response.end(`{"error":{"message":"${CANARY}"}}`);
    return true;
  });
  const { say } = await opened(newPath(), createTestFolder(FILES), env);
  const { selection, state } = await say('I will have my money back');
  expect(state).toBe('completed');
  expect(selection).toMatchObject({
    items: [{ name: 'refunds' }],
    ranker: 'bm25f/1',
    note: 'Chosen by matching words only: openai/small returned no embeddings (provider error).',
  });
  expect(JSON.stringify(selection)).not.toContain(CANARY);
  expect(asked).toHaveLength(1);
});

it('chooses and asks nothing anew where the process is lost before the reply', async () => {
  const { env, asked } = await startEmbeddingServer(CANARY);
  const [path, folder] = [newPath(), createTestFolder(FILES)];
  const before = await opened(path, folder, env, hanging);
  const taskId = await before.begin('Rain again?');
  await before.reached(taskId, 'model.started');
  await before.end();
  const after = await opened(path, folder, env);
  const task = await after.settled(taskId);
  expect(task.state).toBe('completed');
  expect(task.entries && getText(task.entries.last.message)).toBe(
    'Rain again? | Rule (umbrella):\nOffer an umbrella.',
  );
  expect(await after.selected(taskId)).toHaveLength(1);
  expect(asked).toHaveLength(1);
});

it('asks for no vectors where the folder names no model for them', async () => {
  const { env, asked } = await startEmbeddingServer(CANARY);
  const folder = createTestFolder({
    ...FILES,
    'tsagent.json': { metadata: { name: 'Guide' }, settings: { askUser: false } },
  });
  const { selection } = await (await opened(newPath(), folder, env)).say('Rain again?');
  expect(selection).toEqual({ items: [], ranker: 'bm25f/1' });
  expect(asked).toEqual([]);
});
