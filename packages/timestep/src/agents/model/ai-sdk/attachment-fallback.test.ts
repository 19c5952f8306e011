import { describe, expect, it } from 'vitest';
import type { ContentPart, Message } from '#core';
import { createAgentContext } from '../agent-context.fixture.ts';
import { ModelError } from '../model-error.ts';
import { withAttachmentFallback } from './attachment-fallback.ts';

const image: ContentPart = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } };
const audio: ContentPart = { type: 'file', file: { url: 'data:audio/wav;base64,AAAA' } };

function results(...attachments: ContentPart[]): Message[] {
  const call = { id: 'c', type: 'function', function: { name: 'see', arguments: '{}' } } as const;
  return [
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c', content: '[seen]', attachments },
  ];
}

/** A model that refuses parts of this type; `seen` are the types of each request. */
function refusing(types: readonly string[], code: ModelError['code'] = 'bad-request') {
  const seen: string[][] = [];
  const agent = withAttachmentFallback((messages) => {
    const parts = messages.flatMap((one) => (one.role === 'tool' ? (one.attachments ?? []) : []));
    seen.push(parts.map(({ type }) => type));
    if (parts.some(({ type }) => types.includes(type))) throw new ModelError(code, 'cannot');
    return { role: 'assistant', content: 'ok' };
  });
  return { seen, ask: async (messages: Message[]) => agent(messages, createAgentContext()) };
}

describe('withAttachmentFallback', () => {
  it('shows all that is attached', async () => {
    const { seen, ask } = refusing([]);
    await ask(results(image, audio));
    expect(seen).toEqual([['image_url', 'file']]);
  });

  it('asks with images alone where the model takes no audio, and remembers that in the end', async () => {
    const { seen, ask } = refusing(['file']);
    for (let round = 0; round < 3; round += 1) {
      await ask(results(image, audio));
      expect(seen.splice(0)).toEqual([['image_url', 'file'], ['image_url']]);
    }
    await ask(results(image, audio));
    expect(seen).toEqual([['image_url']]);
  });

  it('goes on showing files where single ones were refused, or a transcript was too long', async () => {
    const { seen, ask } = refusing(['file']);
    for (const files of [[audio], [audio], [image], [audio], [audio]]) await ask(results(...files));
    seen.length = 0;
    await ask(results(audio));
    expect(seen).toEqual([['file'], []]);
    const long = refusing(['file'], 'context-length');
    for (let round = 0; round < 4; round += 1) await long.ask(results(audio));
    expect(long.seen.at(-2)).toEqual(['file']);
  });

  it('asks with texts alone where the model takes nothing else', async () => {
    const { seen, ask } = refusing(['file', 'image_url']);
    expect(await ask(results(image))).toMatchObject({ content: 'ok' });
    await ask(results(audio, image));
    expect(seen).toEqual([['image_url'], [], ['file', 'image_url'], ['image_url'], []]);
  });

  it('asks once where nothing is attached, or the failure has another cause', async () => {
    const { seen, ask } = refusing(['image_url'], 'rate-limited');
    await expect(ask(results(image))).rejects.toMatchObject({ code: 'rate-limited' });
    expect(seen).toHaveLength(1);
    const bare = withAttachmentFallback(async () => {
      seen.push([]);
      throw new ModelError('bad-request', 'cannot');
    });
    await expect(bare([], createAgentContext())).rejects.toMatchObject({ code: 'bad-request' });
    expect(seen).toHaveLength(2);
  });
});
