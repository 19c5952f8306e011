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

  it('leaves out the refused file alone, and leaves it out from then on', async () => {
    const { seen, ask } = refusing(['file']);
    const messages = results(image, audio);
    await ask(messages);
    expect(seen.splice(0)).toEqual([['image_url', 'file'], ['image_url']]);
    await ask(messages);
    expect(seen).toEqual([['image_url']]);
  });

  it('still shows such files of other conversations', async () => {
    const { seen, ask } = refusing(['file']);
    for (let round = 0; round < 4; round += 1) await ask(results({ ...audio }));
    expect(seen).toEqual(Array.from({ length: 4 }, () => [['file'], []]).flat());
  });

  it('suspects only files that were never accepted', async () => {
    const { seen, ask } = refusing(['file']);
    const first = results(image);
    await ask(first);
    await ask([...first, ...results(audio)]);
    expect(seen).toEqual([['image_url'], ['image_url', 'file'], ['image_url']]);
  });

  it('leaves out all files if the transcript is too long', async () => {
    const { seen, ask } = refusing(['file'], 'context-length');
    await ask(results(audio, image));
    expect(seen).toEqual([['file', 'image_url'], []]);
  });

  it('asks with texts alone if the model takes nothing else, in at most 6 requests', async () => {
    const { seen, ask } = refusing(['file', 'image_url']);
    expect(await ask(results(image))).toMatchObject({ content: 'ok' });
    await ask(results({ ...audio }, { ...image }));
    expect(seen).toEqual([['image_url'], [], ['file', 'image_url'], ['image_url'], ['file'], []]);
    seen.length = 0;
    await ask(results(...Array.from({ length: 20 }, () => ({ ...image }))));
    expect(seen).toHaveLength(6);
  });

  it('replaces a refused file of the user by a note', async () => {
    const shown: unknown[] = [];
    const agent = withAttachmentFallback((messages) => {
      const [first] = messages;
      shown.push(first?.content);
      if (JSON.stringify(first).includes('image_url')) throw new ModelError('bad-request', 'no');
      return { role: 'assistant', content: 'ok' };
    });
    await agent([{ role: 'user', content: [image] }], createAgentContext());
    expect(shown.at(-1)).toEqual([{ type: 'text', text: expect.stringContaining('left out') }]);
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
