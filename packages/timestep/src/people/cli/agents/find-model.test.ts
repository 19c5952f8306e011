import { expect, it } from 'vitest';
import { findModel } from './find-model.ts';

const nobody: typeof fetch = () => Promise.reject(new TypeError('nobody is there'));
const ollama: typeof fetch = (input) =>
  new Request(input).url.includes('11434')
    ? Promise.resolve(Response.json({ object: 'list', data: [{ id: 'llama3.2' }] }))
    : nobody(input);

it.each([
  [{ OPENAI_API_KEY: 'k' }, 'openai/gpt-5-mini', 'OPENAI_API_KEY is set'],
  [{ GEMINI_API_KEY: 'k' }, 'google/gemini-2.5-flash', 'GEMINI_API_KEY is set'],
  [{ OPENAI_API_KEY: 'k', OPENAI_MODEL: 'mine' }, 'openai/mine', 'OPENAI_API_KEY is set'],
  [{}, 'ollama/llama3.2', 'ollama runs on this machine'],
])('finds a model with %j', async (env, model, because) => {
  expect(await findModel(env, ollama)).toEqual({ model, because });
});

it('finds none without a key and without a server on this machine', async () => {
  expect(await findModel({}, nobody)).toBeUndefined();
});
