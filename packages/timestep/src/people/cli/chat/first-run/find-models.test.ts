import { expect, it } from 'vitest';
import { findModel, findModels, findUsualModel } from './find-models.ts';

const nobody: typeof fetch = () => Promise.reject(new TypeError('nobody is there'));
const ollama: typeof fetch = (input) =>
  new Request(input).url.includes('11434')
    ? Promise.resolve(
        Response.json({ object: 'list', data: [{ id: 'llama3.2' }, { id: 'qwen3' }] }),
      )
    : nobody(input);

const LOCAL = ['llama3.2', 'qwen3'].map((name) => ({
  model: `ollama/${name}`,
  because: 'ollama runs on this machine',
}));

it.each([
  [{ OPENAI_API_KEY: 'k' }, 'openai/gpt-5-mini', 'OPENAI_API_KEY is set'],
  [{ GEMINI_API_KEY: 'k' }, 'google/gemini-2.5-flash', 'GEMINI_API_KEY is set'],
  [{ OPENAI_API_KEY: 'k', OPENAI_MODEL: 'mine' }, 'openai/mine', 'OPENAI_API_KEY is set'],
])('finds models with %j, and those of this machine after them', async (env, model, because) => {
  expect(await findModels(env, ollama)).toEqual([{ model, because }, ...LOCAL]);
  expect(await findModel(env, nobody)).toEqual({ model, because });
});

it('finds the models of this machine without a key', async () => {
  expect(await findModels({}, ollama)).toEqual(LOCAL);
  expect(await findModel({}, ollama)).toEqual(LOCAL[0]);
});

it('finds none without a key and without a server on this machine', async () => {
  expect(await findModels({}, nobody)).toEqual([]);
  expect(await findModel({}, nobody)).toBeUndefined();
});

it('knows the usual model of a provider', () => {
  expect(findUsualModel('anthropic')).toBe('anthropic/claude-sonnet-4-5');
  expect(findUsualModel('groq')).toBeUndefined();
});
