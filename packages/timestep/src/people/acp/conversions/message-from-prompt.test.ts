import type { ContentBlock } from '@agentclientprotocol/sdk';
import { expect, it } from 'vitest';
import { getText } from '#core';
import { partToBlock, messageToBlocks } from './blocks-from-message.ts';
import { promptToMessageIfSupported } from './message-from-prompt.ts';

const uri = 'file:///project/main.ts';

it.each<[string, ContentBlock[]]>([
  ['a text', [{ type: 'text', text: 'hello' }]],
  [
    'several texts',
    [
      { type: 'text', text: 'one' },
      { type: 'text', text: 'two' },
    ],
  ],
  ['a link', [{ type: 'resource_link', name: 'main.ts', uri }]],
  [
    'a link with all it can have',
    [
      {
        type: 'resource_link',
        name: 'main.ts',
        uri,
        title: 'Main',
        description: 'where it starts',
        mimeType: 'text/typescript',
        size: 5,
      },
    ],
  ],
  [
    'a text file',
    [{ type: 'resource', resource: { uri, text: 'let a = 1;', mimeType: 'text/x' } }],
  ],
  ['a file', [{ type: 'resource', resource: { uri, blob: 'AAAA', mimeType: 'application/pdf' } }]],
  ['a file without a type', [{ type: 'resource', resource: { uri, blob: 'AAAA' } }]],
  ['an image', [{ type: 'image', mimeType: 'image/png', data: 'AAAA' }]],
  ['an image of a file', [{ type: 'image', mimeType: 'image/png', data: 'AAAA', uri }]],
])('keeps %s as it was', (_what, prompt) => {
  const message = promptToMessageIfSupported(prompt);
  expect(message && messageToBlocks(message)).toEqual(prompt);
});

it('gives a model the words, and what is linked and attached by name', () => {
  const message = promptToMessageIfSupported([
    { type: 'text', text: 'Explain' },
    { type: 'resource_link', name: 'main.ts', uri },
    { type: 'resource', resource: { uri, text: 'let a = 1;' } },
  ]);
  expect(message && getText(message)).toBe(`Explain\n[main.ts](${uri})\nlet a = 1;`);
  expect(message?.content[2]).toMatchObject({ type: 'text', filename: uri });
  expect(promptToMessageIfSupported([{ type: 'text', text: 'hello' }])?.content).toBe('hello');
});

it('does not take sounds', () => {
  expect(
    promptToMessageIfSupported([{ type: 'audio', data: '', mimeType: 'audio/wav' }]),
  ).toBeUndefined();
});

it.each([
  [
    { type: 'data', data: { a: 1 } },
    { type: 'text', text: '```json\n{\n  "a": 1\n}\n```' },
  ],
  [
    { type: 'file', file: { url: 'https://a.example/x', filename: 'x' } },
    { type: 'resource_link', name: 'x', uri: 'https://a.example/x' },
  ],
  [
    { type: 'file', file: { url: 'data:a/b;base64,AA', filename: 'my file' } },
    { type: 'resource', resource: { uri: 'attachment:my%20file', blob: 'AA' } },
  ],
  [
    { type: 'image_url', image_url: { url: 'https://a.example/x.png' } },
    { type: 'resource_link', name: 'image', uri: 'https://a.example/x.png' },
  ],
] as const)('shows what did not come from a client: %j', (part, block) => {
  expect(partToBlock(part)).toEqual(block);
});
