import type { LanguageModelV4Message } from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import { adaptRolesToProvider } from './fit-roles.ts';
import { getProviderLimits } from './provider-limits.ts';

const system = (content: string): LanguageModelV4Message => ({ role: 'system', content });
const user = (...texts: string[]): LanguageModelV4Message => ({
  role: 'user',
  content: texts.map((text) => ({ type: 'text', text })),
});
const says = (...texts: string[]): LanguageModelV4Message => ({
  role: 'assistant',
  content: texts.map((text) => ({ type: 'text', text })),
});
const call = { type: 'tool-call', toolCallId: 'a', toolName: 'f', input: {} } as const;
const calls: LanguageModelV4Message = { role: 'assistant', content: [call] };
const result: LanguageModelV4Message = {
  role: 'tool',
  content: [
    {
      type: 'tool-result',
      toolCallId: 'a',
      toolName: 'f',
      output: { type: 'text', value: 'ok' },
    },
  ],
};

it('are users and replies by turns for Gemma, with the instructions in the first message', () => {
  const prompt = [system('A'), user('a'), calls, result, user('b')];
  for (const provider of ['vllm.chat', 'together.chat', 'google.generative-ai']) {
    const limits = getProviderLimits({ provider, modelId: 'google/gemma-3-27b-it' });
    expect(adaptRolesToProvider(prompt, limits)).toEqual([
      user('Instructions:\nA', 'a'),
      calls,
      result,
      says('Done.'),
      user('b'),
    ]);
  }
});

function fit(provider: string, ...prompt: LanguageModelV4Message[]): LanguageModelV4Message[] {
  return adaptRolesToProvider(prompt, getProviderLimits({ provider, modelId: 'm' }));
}

describe('roles', () => {
  it('say late instructions as a user where providers take instructions only first', () => {
    const prompt = [system('A'), user('hi'), says('hello'), system('B'), user('so')];
    expect(fit('openai.chat', ...prompt)).toEqual(prompt);
    expect(fit('anthropic.messages', ...prompt)[3]).toEqual(user('Instructions:\nB'));
    expect(fit('google.generative-ai', ...prompt)).toEqual([
      ...prompt.slice(0, 3),
      user('Instructions:\nB', 'so'),
    ]);
  });

  it('are not repeated for Gemini and for chat templates of local models', () => {
    const prompt = [user('a'), user('b'), says('c'), says('d'), user('e')];
    for (const provider of ['google.generative-ai', 'ollama.chat', 'vllm.chat'])
      expect(fit(provider, ...prompt)).toEqual([user('a', 'b'), says('c', 'd'), user('e')]);
    expect(fit('openai.responses', ...prompt)).toEqual(prompt);
  });

  it('bridge a result and a user for Mistral', () => {
    const prompt = [user('a'), calls, result, user('b')];
    expect(fit('mistral.chat', ...prompt)).toEqual([
      ...prompt.slice(0, 3),
      says('Done.'),
      user('b'),
    ]);
    expect(fit('groq.chat', ...prompt)).toEqual(prompt);
  });
});
