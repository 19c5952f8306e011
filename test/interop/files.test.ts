import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import OpenAI, { toFile } from 'openai';
import { Agent, openMemory, openSqlite, serve } from '@timestep-ai/timestep';
import type { AssistantMessage, ContentPart, Message } from '@timestep-ai/timestep/core';
import type { BackendNeeds } from '@timestep-ai/timestep/port';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Says what it was shown. */
function model(messages: readonly Message[]): AssistantMessage {
  const last = messages.at(-1)?.content ?? '';
  const parts = typeof last === 'string' ? [last] : last.map(wordsOf);
  return { role: 'assistant', content: parts.join(' | ') };
}

function wordsOf(part: ContentPart): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'image_url':
      return `image ${part.image_url.url}`;
    case 'file':
      return `${part.file.filename ?? 'unnamed'} ${part.file.url}`;
    case 'data':
      return 'data';
  }
}

async function served(backend: (needs: BackendNeeds) => ReturnType<typeof openMemory>) {
  const serving = await serve({
    agents: [new Agent({ agentId: 'one', name: 'one', model })],
    port: 0,
    apiKeys: [
      { key: 'key-ann', principal: 'ann' },
      { key: 'key-bob', principal: 'bob' },
    ],
    bodyLimit: 100_000,
    backend,
  });
  onTestFinished(() => serving.close(0));
  const clientOf = (apiKey: string): OpenAI =>
    new OpenAI({ baseURL: `${serving.url}/v1`, apiKey, maxRetries: 0 });
  return { client: clientOf('key-ann'), other: clientOf('key-bob') };
}

async function said(client: OpenAI, ...content: readonly object[]): Promise<string> {
  const input = [{ role: 'user', content }] as unknown as OpenAI.Responses.ResponseInput;
  return (await client.responses.create({ model: 'one', input })).output_text;
}

function upload(client: OpenAI, text: string, name: string) {
  const file = toFile(Buffer.from(text), name);
  return file.then((one) => client.files.create({ file: one, purpose: 'user_data' }));
}

let databases = 0;
const BACKENDS = [
  ['memory', openMemory],
  [
    'SQLite',
    (needs: BackendNeeds) => {
      databases += 1;
      return openSqlite({ ...needs, path: join(folder, `${databases}.db`) });
    },
  ],
] as const;

const HELLO = Buffer.from('hello').toString('base64');

describe.each(BACKENDS)('files on %s', (_name, open) => {
  it('are uploaded, listed page by page, read and deleted', async () => {
    const { client } = await served(open);
    const kept = await upload(client, 'hello', 'a.txt');
    expect(kept).toMatchObject({
      id: expect.stringMatching(/^file-/),
      object: 'file',
      bytes: 5,
      filename: 'a.txt',
      purpose: 'user_data',
    });
    await upload(client, 'second', 'b.pdf');
    await upload(client, 'third', 'c.png');
    const names: string[] = [];
    for await (const { filename } of client.files.list({ limit: 2, order: 'asc' })) {
      names.push(filename);
    }
    expect(names.toSorted()).toEqual(['a.txt', 'b.pdf', 'c.png']);
    expect(await client.files.retrieve(kept.id)).toEqual(kept);
    expect(await (await client.files.content(kept.id)).text()).toBe('hello');
    expect(await client.files.delete(kept.id)).toEqual({
      id: kept.id,
      object: 'file',
      deleted: true,
    });
    for (const gone of [
      () => client.files.retrieve(kept.id),
      () => client.files.content(kept.id),
      () => client.files.delete(kept.id),
    ]) {
      await expect(gone()).rejects.toMatchObject({ status: 404, code: 'file_not_found' });
    }
  });

  it('are shown to the agent by their id, as files and as images', async () => {
    const { client } = await served(open);
    const text = await upload(client, 'hello', 'a.txt');
    const image = await upload(client, 'hello', 'a.png');
    expect(
      await said(
        client,
        { type: 'input_text', text: 'look' },
        { type: 'input_file', file_id: text.id },
        { type: 'input_image', file_id: image.id, detail: 'low' },
      ),
    ).toBe(`look | a.txt data:text/plain;base64,${HELLO} | image data:image/png;base64,${HELLO}`);
  });

  it('are of one caller', async () => {
    const { client, other } = await served(open);
    const { id } = await upload(client, 'hello', 'a.txt');
    for (const refused of [
      () => other.files.retrieve(id),
      () => other.files.content(id),
      () => other.files.delete(id),
      () => said(other, { type: 'input_file', file_id: id }),
    ]) {
      await expect(refused()).rejects.toMatchObject({ status: 404, code: 'file_not_found' });
    }
    expect((await other.files.list()).data).toEqual([]);
    expect(await client.files.retrieve(id)).toMatchObject({ id });
  });

  it('stay in a conversation by their id, and are missing there once they are deleted', async () => {
    const { client } = await served(open);
    const { id } = await upload(client, 'hello', 'a.txt');
    const part = { type: 'input_file', file_id: id } as const;
    const { id: conversation } = await client.conversations.create({
      items: [{ type: 'message', role: 'user', content: [part] }],
    });
    const { data } = await client.conversations.items.list(conversation);
    expect(data).toMatchObject([{ content: [part] }]);
    await client.files.delete(id);
    const next = await client.responses.create({ model: 'one', input: 'hi', conversation });
    expect(next.output_text).toBe('hi');
    expect(await client.responses.inputItems.list(next.id)).toBeDefined();
  });
});

describe('files', () => {
  it('come in the request itself, or by address', async () => {
    const { client } = await served(openMemory);
    const file = (more: object) => said(client, { type: 'input_file', ...more });
    expect(await file({ filename: 'a.pdf', file_data: HELLO })).toBe(
      `a.pdf data:application/pdf;base64,${HELLO}`,
    );
    const url = `data:text/csv;base64,${HELLO}`;
    expect(await file({ filename: 'a.pdf', file_data: url })).toBe(`a.pdf ${url}`);
    expect(await file({ file_url: 'https://example.com/a.pdf' })).toBe(
      'unnamed https://example.com/a.pdf',
    );
  });

  it.each([
    ['nothing', {}, 'file_data'],
    ['two sources', { file_data: HELLO, file_url: 'https://example.com' }, 'file_url'],
    ['what is not base64', { file_data: '!!' }, 'file_data'],
    ['an address of another kind', { file_url: 'ftp://example.com' }, 'file_url'],
    ['an id that is no text', { file_id: 7 }, 'file_id'],
    ['an unknown id', { file_id: 'file-none' }, 'file_id'],
  ])('are refused with %s', async (_what, more, name) => {
    const { client } = await served(openMemory);
    await expect(said(client, { type: 'input_file', ...more })).rejects.toMatchObject({
      param: `input[0].content[0].${name}`,
    });
  });

  it('are refused above the bound of bodies', async () => {
    const { client } = await served(openMemory);
    await expect(upload(client, 'x'.repeat(200_000), 'a.txt')).rejects.toMatchObject({
      status: 413,
    });
    expect((await client.files.list()).data).toEqual([]);
  });

  it('expire when their caller says so', async () => {
    const { client } = await served(openMemory);
    const file = await toFile(Buffer.from('x'), 'a.txt');
    const about = { file, purpose: 'user_data' } as const;
    const kept = await client.files.create({
      ...about,
      expires_after: { anchor: 'created_at', seconds: 3600 },
    });
    expect((kept.expires_at ?? 0) - kept.created_at).toBe(3600);
    await expect(
      client.files.create({ ...about, expires_after: { anchor: 'created_at', seconds: 5 } }),
    ).rejects.toMatchObject({ param: 'expires_after.seconds' });
  });
});
