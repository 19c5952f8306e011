import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newFolder, openTerminal } from './terminal-chat.ts';
import { serveProvider } from './terminal-provider.ts';

/** Addresses at which no provider answers, also where one runs on the machine of the test. */
const NOWHERE = 'http://127.0.0.1:9/v1';
const NO_KEYS = {
  OPENAI_API_KEY: '',
  ANTHROPIC_API_KEY: '',
  GOOGLE_API_KEY: '',
  GEMINI_API_KEY: '',
  GOOGLE_GENERATIVE_AI_API_KEY: '',
  OLLAMA_BASE_URL: NOWHERE,
};

/** A folder with an agent that names no model. */
function newAgent(): string {
  const folder = newFolder();
  mkdirSync(join(folder, 'mine'));
  writeFileSync(join(folder, 'mine/tsagent.json'), JSON.stringify({ metadata: { name: 'Mine' } }));
  return folder;
}

it('takes a key that is never shown, and keeps it for the next start', async () => {
  const folder = newAgent();
  const keys: (string | undefined)[] = [];
  const url = await serveProvider(
    ({ key }) => {
      keys.push(key);
      return 'Here I am.';
    },
    ['small', 'large'],
  );
  const variables = { ...NO_KEYS, GROQ_BASE_URL: url, GROQ_API_KEY: '' };
  const first = openTerminal(folder, ['mine'], NOWHERE, variables);
  await first.see('1. enter an API key');
  await first.see('Number, or a model');
  first.type('1\r');
  await first.see('Provider of the key');
  first.type('groq\r');
  await first.see('not shown here: ');
  first.type('gsk-not-for-eyes\r');
  await first.see('Model of groq [small]: ');
  first.type('\r');
  await first.see('Enter: send');
  first.type('hello\r');
  await first.see('Here I am.');
  first.type('\u0004');
  expect(await first.ended).toBe(0);
  expect(first.shown()).not.toContain('gsk-not');
  expect(keys).toEqual(['Bearer gsk-not-for-eyes']);
  const file = join(folder, 'mine/.env');
  expect(readFileSync(file, 'utf8')).toBe('GROQ_API_KEY=gsk-not-for-eyes\nGROQ_MODEL=small\n');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const { GROQ_API_KEY: _key, ...later } = variables;
  const second = openTerminal(folder, ['mine'], NOWHERE, later);
  await second.see('Enter: send');
  expect(second.shown()).not.toContain('This agent has no model');
  second.type('\u0004');
  expect(await second.ended).toBe(0);
});

it('lists the models of this machine', async () => {
  const folder = newAgent();
  const url = await serveProvider(({ model }) => `${model} answers.`, ['tiny', 'big']);
  const terminal = openTerminal(folder, ['mine'], url, NO_KEYS);
  await terminal.see('1. lmstudio/tiny (lmstudio runs on this machine)');
  await terminal.see('2. lmstudio/big');
  await terminal.see('[1]: ');
  terminal.type('2\r');
  await terminal.see('Enter: send');
  terminal.type('hello\r');
  await terminal.see('big answers.');
  terminal.type('\u0004');
  expect(await terminal.ended).toBe(0);
});

it('opens the guide, which needs no model', async () => {
  const terminal = openTerminal(newAgent(), ['mine'], NOWHERE, NO_KEYS);
  await terminal.see('2. talk to the guide');
  await terminal.see('Number, or a model');
  terminal.type('2\r');
  await terminal.see('This is the guide');
  await terminal.see('Enter: send');
  terminal.type('\u0004');
  expect(await terminal.ended).toBe(0);
});
