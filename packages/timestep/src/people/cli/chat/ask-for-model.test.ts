import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTestFolder } from '../timestep.fixture.ts';
import { askForModel } from './ask-for-model.ts';

const nobody: typeof fetch = () => Promise.reject(new TypeError('nobody is there'));

function createAgent(settings: object): string {
  const folder = createTestFolder();
  const manifest = { metadata: { name: 'Guide' }, settings };
  writeFileSync(join(folder, 'tsagent.json'), JSON.stringify(manifest));
  return folder;
}

/** Asks for the model of an agent. Returns what was asked, and what came of it. */
async function ask(path: string, answer: string, env: Readonly<Record<string, string>> = {}) {
  const asked: string[] = [];
  const askUser = (question: string): Promise<string> => {
    asked.push(question);
    return Promise.resolve(answer);
  };
  return { model: await askForModel(path, { askUser, env }, nobody), asked };
}

it('asks for the model of an agent without one, and takes the answer', async () => {
  const { model, asked } = await ask(createAgent({}), 'groq/llama-3.3-70b-versatile');
  expect(model).toBe('groq/llama-3.3-70b-versatile');
  expect(asked).toEqual([expect.stringMatching(/^This agent has no model\..*OPENAI_API_KEY/)]);
});

it('offers a model whose key is set, which an empty answer takes', async () => {
  const { model, asked } = await ask(createAgent({}), '', { ANTHROPIC_API_KEY: 'k' });
  expect(model).toBe('anthropic/claude-sonnet-4-5');
  expect(asked[0]).toContain('[anthropic/claude-sonnet-4-5: ANTHROPIC_API_KEY is set]');
});

it('asks nothing of an agent with a model, of a model in the environment, and of what is no agent', async () => {
  const found = [
    await ask(createAgent({ model: 'ollama/m' }), 'x/y'),
    await ask(createAgent({}), 'x/y', { OPENAI_MODEL: 'm', OPENAI_API_KEY: 'k' }),
    await ask(join(createTestFolder(), 'nothing'), 'x/y'),
  ];
  expect(found).toEqual(found.map(() => ({ model: undefined, asked: [] })));
});

it('asks nobody where nobody is', async () => {
  expect(await askForModel(createAgent({}), { env: {} }, nobody)).toBeUndefined();
});
