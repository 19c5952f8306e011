import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import { expect, it } from 'vitest';
import { adaptPromptToProvider } from './fit-prompt.ts';
import { getProviderLimits } from './provider-limits.ts';

it('words calls for Bedrock, which refuses them in requests without tools', () => {
  const prompt: LanguageModelV4Prompt = [
    { role: 'user', content: [{ type: 'text', text: 'hi' }] },
    {
      role: 'assistant',
      content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'f', input: { x: 1 } }],
    },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'a',
          toolName: 'f',
          output: { type: 'text', value: 'ok' },
        },
      ],
    },
  ];
  const fit = (provider: string, hasTools: boolean) =>
    adaptPromptToProvider(
      { prompt, mayHaveFiles: false },
      getProviderLimits({ provider, modelId: 'm' }),
      hasTools,
    );
  expect(fit('amazon-bedrock', false).slice(1)).toEqual([
    { role: 'assistant', content: [{ type: 'text', text: '(call a of f: {"x":1})' }] },
    { role: 'user', content: [{ type: 'text', text: 'Result of the call a of f:\nok' }] },
  ]);
  expect(fit('amazon-bedrock', true)).toEqual(prompt);
  expect(fit('anthropic.messages', false)).toEqual(prompt);
});
