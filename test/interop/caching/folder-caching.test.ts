import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Agent, serve } from '@timestep-ai/timestep';
import { listMessages, type JsonObject, type Task } from '@timestep-ai/timestep/core';
import { loadAgentFolder } from '@timestep-ai/timestep/folder';
import {
  createPromptCache,
  startStrictProvider,
  type CacheCount,
  type StrictProvider,
} from '@timestep-ai/timestep/testing';

const NEVER = new AbortController().signal;
const LONG = 'Words of the house. '.repeat(400);

function createFolder(folder: string, provider: StrictProvider, promptCaching = true): void {
  const files: Readonly<Record<string, string>> = {
    'tsagent.json': JSON.stringify({
      metadata: { name: 'Guide' },
      settings: { model: 'anthropic/claude-sonnet-4-5', promptCaching },
      providers: {
        anthropic: { ANTHROPIC_API_KEY: 'none', ANTHROPIC_BASE_URL: `${provider.url}/v1` },
      },
    }),
    'rules/rain.mdt': '---\ninclude: agent\n---\nFor rain, offer an umbrella.',
    'rules/money.mdt': '---\ninclude: agent\n---\nFor refunds, give money back.',
    'rules/always.mdt': `---\ninclude: always\n---\n${LONG}`,
    'references/town.mdt': '---\ninclude: agent\n---\nThe town has a harbor.',
    'skills/sail/SKILL.md': '---\nname: sail\ndescription: how to sail\n---\nHoist the sail.',
  };
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

const QUESTIONS = [
  'Will there be rain?',
  'Do I get money for refunds?',
  'Where is the harbor of the town?',
  'How do I sail in rain?',
];

it('reads what an agent of a folder has sent before, after a restart as well', async () => {
  const count = createPromptCache('claude');
  const counts: CacheCount[] = [];
  const bodies: JsonObject[] = [];
  const provider = await startStrictProvider({
    reply({ body }) {
      bodies.push(body);
      counts.push(count({ body, at: 60_000 * counts.length }));
      return { text: `Answer ${counts.length}. ${LONG.slice(0, 400)}` };
    },
  });
  onTestFinished(() => provider.close());
  const root = mkdtempSync(join(tmpdir(), 'folder-caching-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const [folder, database] = [join(root, 'agent'), join(root, 'tasks.db')];
  createFolder(folder, provider);
  const ask = async (content: string, contextId: string, before?: Task): Promise<Task> => {
    const definition = loadAgentFolder(folder);
    const serving = await serve({ agents: [new Agent(definition)], port: 0, database });
    const { id } = await serving.runner.submit({
      agent: definition.agentId,
      principal: '',
      contextId,
      messageId: content,
      message: { role: 'user', content },
      ...(before && { start: { history: listMessages(before) } }),
    });
    const task = await serving.runner.waitUntilSettled(id, NEVER);
    await serving.close();
    expect(task.state).toBe('completed');
    return task;
  };
  let last: Task | undefined;
  for (const question of QUESTIONS) last = await ask(question, 'first', last);
  await ask('Is the harbor open?', 'second');
  expect(provider.requests.filter(({ refusal }) => refusal)).toEqual([]);
  expect(JSON.stringify(bodies[1])).toContain('Rule (money)');
  expect(counts.slice(1).map(({ read, readable }) => read / readable)).toEqual([1, 1, 1, 1]);
  expect(counts.slice(1).every(({ read, tokens }) => read / tokens > 0.75)).toBe(true);
});

it('asks for no cache where the settings of the folder say so', async () => {
  const provider = await startStrictProvider();
  onTestFinished(() => provider.close());
  const root = mkdtempSync(join(tmpdir(), 'folder-caching-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const [folder, database] = [join(root, 'agent'), join(root, 'tasks.db')];
  createFolder(folder, provider, false);
  const definition = loadAgentFolder(folder);
  const { agentId } = definition;
  const serving = await serve({ agents: [new Agent(definition)], port: 0, database });
  onTestFinished(() => serving.close());
  const message = { role: 'user', content: 'hi' } as const;
  const { id } = await serving.runner.submit({
    agent: agentId,
    principal: '',
    messageId: 'm',
    message,
  });
  expect((await serving.runner.waitUntilSettled(id, NEVER)).state).toBe('completed');
  expect(provider.requests).toHaveLength(1);
  expect(JSON.stringify(provider.requests)).not.toContain('cache_control');
});
