import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTestFolder } from '../../timestep.fixture.ts';
import { askForModelIfMissing } from './ask-for-model.ts';

const nobody: typeof fetch = () => Promise.reject(new TypeError('nobody is there'));

/** A provider on this machine with two models, and OpenAI, which accepts one key. */
const providers: typeof fetch = (input, init) => {
  const { url, headers } = new Request(input, init);
  const list = (...ids: string[]): Promise<Response> =>
    Promise.resolve(Response.json({ object: 'list', data: ids.map((id) => ({ id })) }));
  if (url.includes('11434')) return list('llama3.2', 'qwen3');
  if (!url.includes('api.openai.com')) return nobody(input);
  if (headers.get('authorization') === 'Bearer sk-right') return list('gpt-5-mini', 'gpt-9');
  return Promise.resolve(Response.json({ error: { message: 'no such key' } }, { status: 401 }));
};

function createAgent(settings: object): string {
  const folder = createTestFolder();
  const manifest = { metadata: { name: 'Guide' }, settings };
  writeFileSync(join(folder, 'tsagent.json'), JSON.stringify(manifest));
  return folder;
}

/** Asks for the model of an agent. Returns what was asked, and what came of it. */
async function ask(
  path: string,
  answers: readonly string[],
  env: Readonly<Record<string, string>> = {},
  fetch = nobody,
) {
  const asked: string[] = [];
  const left = [...answers];
  const askUser = (question: string): Promise<string> => {
    asked.push(question);
    return Promise.resolve(left.shift() ?? '');
  };
  const answer = await askForModelIfMissing(path, { askUser, askSecret: askUser, env }, fetch);
  return { answer, asked };
}

const model = (name: string) => ({ kind: 'model', model: name });

it('asks for the model of an agent without one, and takes the answer', async () => {
  const { answer, asked } = await ask(createAgent({}), ['groq/llama-3.3-70b-versatile']);
  expect(answer).toEqual(model('groq/llama-3.3-70b-versatile'));
  expect(asked).toEqual([
    'This agent has no model.\n  1. enter an API key\n  2. talk to the guide, which needs no model\n' +
      'Number, or a model as provider/name, such as ollama/llama3.2: ',
  ]);
});

it('offers what can be used, of which an empty answer takes the first', async () => {
  const env = { ANTHROPIC_API_KEY: 'k' };
  const { answer, asked } = await ask(createAgent({}), [''], env, providers);
  expect(answer).toEqual(model('anthropic/claude-sonnet-4-5'));
  expect(asked[0]?.split('\n').slice(1, 4)).toEqual([
    '  1. anthropic/claude-sonnet-4-5 (ANTHROPIC_API_KEY is set)',
    '  2. ollama/llama3.2 (ollama runs on this machine)',
    '  3. ollama/qwen3 (ollama runs on this machine)',
  ]);
  expect((await ask(createAgent({}), ['3'], env, providers)).answer).toEqual(model('ollama/qwen3'));
});

it('opens the guide, and asks again for what is no choice', async () => {
  const { answer, asked } = await ask(createAgent({}), ['7', '2']);
  expect(answer).toEqual({ kind: 'guide' });
  expect(asked[1]).toMatch(/^There is no choice 7\.\nThis agent has no model/);
});

it('takes a key that its provider accepts, and keeps it with the model for later', async () => {
  const path = createAgent({});
  const words = ['3', 'openai', 'sk-right', ''];
  const { answer, asked } = await ask(path, words, {}, providers);
  expect(answer).toEqual(model('openai/gpt-5-mini'));
  expect(asked[2]).toBe(`API key, kept in ${join(path, '.env')} and not shown here: `);
  expect(asked[3]).toBe('Model of openai [gpt-5-mini]: ');
  expect(readFileSync(join(path, '.env'), 'utf8')).toBe(
    'OPENAI_API_KEY=sk-right\nOPENAI_MODEL=gpt-5-mini\n',
  );
  expect(await ask(path, ['x/y'], {}, providers)).toEqual({ answer: undefined, asked: [] });
});

it('keeps no key that is refused, and never says one', async () => {
  const path = createAgent({});
  const words = ['3', 'openai', 'sk-wrong', '3', 'nobody', '3', 'openai', 'two words', '4'];
  const { answer, asked } = await ask(path, words, {}, providers);
  expect(answer).toEqual({ kind: 'guide' });
  expect(asked[3]).toMatch(/^openai .*key/);
  expect(asked[5]).toContain('No provider nobody takes a key.');
  expect(asked[8]).toContain('This is not an API key');
  expect(asked.join('\n')).not.toMatch(/sk-wrong|two words/);
  expect(existsSync(join(path, '.env'))).toBe(false);
});

it('takes a key of a provider that cannot be reached', async () => {
  const path = createAgent({});
  const { answer } = await ask(path, ['1', 'groq', 'gsk-1', 'groq/llama-3.3']);
  expect(answer).toEqual(model('groq/llama-3.3'));
  expect(readFileSync(join(path, '.env'), 'utf8')).toContain('GROQ_API_KEY=gsk-1\n');
});

it('asks nothing of an agent with a model, of a model in the environment, and of what is no agent', async () => {
  const found = [
    await ask(createAgent({ model: 'ollama/m' }), ['x/y']),
    await ask(createAgent({}), ['x/y'], { OPENAI_MODEL: 'm', OPENAI_API_KEY: 'k' }),
    await ask(join(createTestFolder(), 'nothing'), ['x/y']),
  ];
  expect(found).toEqual(found.map(() => ({ answer: undefined, asked: [] })));
});

it('asks nobody where nobody is', async () => {
  expect(await askForModelIfMissing(createAgent({}), { env: {} }, nobody)).toBeUndefined();
});
