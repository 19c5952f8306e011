import { describe, expect, it } from 'vitest';
import { readUpload } from './read-upload.ts';

async function read(fields: Readonly<Record<string, string | File>>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const sent = new Response(form);
  const type = sent.headers.get('content-type');
  return readUpload(new Uint8Array(await sent.arrayBuffer()), type);
}

const file = new File(['hello'], 'notes.md');
const expiry = (seconds: string) => ({
  'expires_after[anchor]': 'created_at',
  'expires_after[seconds]': seconds,
});

describe('readUpload', () => {
  it('reads a file with what is said of it', async () => {
    const upload = await read({ file, purpose: 'user_data', ...expiry('3600') });
    const content = new TextEncoder().encode('hello');
    expect({ ...upload, content: Uint8Array.from(upload.content) }).toEqual({
      filename: 'notes.md',
      mediaType: 'text/markdown',
      purpose: 'user_data',
      content,
      expiresAfter: 3600,
    });
  });

  it('keeps every byte', async () => {
    const bytes = Uint8Array.from({ length: 1000 }, (_, at) => (at * 7) % 256);
    const upload = await read({ file: new File([bytes], 'a.bin'), purpose: 'vision' });
    expect(Uint8Array.from(upload.content)).toEqual(bytes);
  });

  it.each([
    ['no file', { purpose: 'vision' }, 'file'],
    ['a text for the file', { file: 'text', purpose: 'vision' }, 'file'],
    ['no purpose', { file }, 'purpose'],
    ['another purpose', { file, purpose: 'fun' }, 'purpose'],
    ['a file as the purpose', { file, purpose: file }, 'purpose'],
    [
      'another anchor',
      { file, purpose: 'vision', 'expires_after[anchor]': 'now' },
      'expires_after.anchor',
    ],
    ['too short a time', { file, purpose: 'vision', ...expiry('3599') }, 'expires_after.seconds'],
    ['too long a time', { file, purpose: 'vision', ...expiry('2592001') }, 'expires_after.seconds'],
    ['a time that is none', { file, purpose: 'vision', ...expiry('1e4') }, 'expires_after.seconds'],
  ])('refuses %s', async (_what, fields, param) => {
    await expect(read(fields as Record<string, string | File>)).rejects.toMatchObject({
      status: 400,
      param,
    });
  });

  it.each([
    ['JSON', 'application/json'],
    ['no type', null],
    ['another boundary', 'multipart/form-data; boundary=x'],
  ])('refuses a body of %s', (_what, type) => {
    const reading = () => readUpload(new TextEncoder().encode('{}'), type);
    expect(reading).toThrow(expect.objectContaining({ status: 400, param: 'body' }));
  });
});
