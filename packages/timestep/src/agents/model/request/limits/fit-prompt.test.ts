import { expect, it } from 'vitest';
import { convertTranscript } from '../../ai-sdk/messages-to-prompt.ts';
import { IDENTITY_NAMES } from '../../ai-sdk/tool-name-map.ts';
import type { Message } from '#core';
import { adaptPromptToProvider } from './fit-prompt.ts';
import { getProviderLimits } from './provider-limits.ts';

const PICTURE = {
  type: 'image_url',
  image_url: { url: 'data:image/tiff;base64,AAAA' },
} as const;
const openai = getProviderLimits({ provider: 'openai.chat', modelId: 'gpt-5' });

function adapt(messages: readonly Message[], limits = openai): string {
  const converted = convertTranscript(messages, 'openai.chat', IDENTITY_NAMES, {});
  return JSON.stringify(adaptPromptToProvider(converted, limits, true));
}

it('replaces files of questions and of results, whatever roles the provider takes', () => {
  const call = { id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } } as const;
  const result = { role: 'tool', tool_call_id: 'a', content: 'see' } as const;
  expect(adapt([{ role: 'user', content: [PICTURE] }])).not.toContain('"type":"file"');
  expect(
    adapt([
      { role: 'user', content: 'look' },
      { role: 'assistant', content: '', tool_calls: [call] },
      { ...result, attachments: [PICTURE] },
    ]),
  ).not.toContain('"type":"file"');
});
