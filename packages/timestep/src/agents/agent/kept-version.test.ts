import { expect, it } from 'vitest';
import { memoryStorage, readAgentFiles } from '#agents/folder';
import { toKeptVersion, toVersionFiles, withVersionTexts } from './kept-version.ts';

const FILES = { 'tsagent.json': '{}', 'prompt.md': 'One.', '.env': 'KEY=secret' };
const declared = { version: '1.2.0' };

it('keeps no variables, and has the same id for the same files', async () => {
  const files = await readAgentFiles({ storage: memoryStorage(FILES) });
  const kept = toKeptVersion(files, declared);
  expect(kept.texts).toEqual({ 'prompt.md': 'One.', 'tsagent.json': '{}' });
  expect(kept.id).toMatch(/^1\.2\.0\+[\da-f]{12}$/);
  const otherSecret = memoryStorage({ ...FILES, '.env': 'KEY=other' });
  expect(toKeptVersion(await readAgentFiles({ storage: otherSecret }), declared)).toEqual(kept);
  const otherPrompt = memoryStorage({ ...FILES, 'prompt.md': 'Two.' });
  const changed = toKeptVersion(await readAgentFiles({ storage: otherPrompt }), declared);
  expect(changed.id).not.toBe(kept.id);
});

it('has an id that depends on no secret that is written in a file', async () => {
  const idOf = async (key: string, url: string): Promise<string> => {
    const server = { url, headers: { Authorization: key } };
    const files = { ...FILES, 'mcp.json': JSON.stringify({ mcpServers: { server } }) };
    const kept = toKeptVersion(await readAgentFiles({ storage: memoryStorage(files) }), declared);
    expect(JSON.stringify(kept)).not.toContain(key);
    return kept.id;
  };
  expect(await idOf('one', 'https://a.example')).toBe(await idOf('two', 'https://a.example'));
  expect(await idOf('one', 'https://a.example')).not.toBe(await idOf('one', 'https://b.example'));
});

it('gives an earlier version the variables of now', async () => {
  const now = await readAgentFiles({ storage: memoryStorage({ ...FILES, '.env': 'KEY=new' }) });
  const { files } = toVersionFiles({ 'prompt.md': 'Zero.' }, now);
  expect(Object.fromEntries(files.texts)).toEqual({ 'prompt.md': 'Zero.', '.env': 'KEY=new' });
});

it('reads the files of a version, and others from the storage', async () => {
  const storage = withVersionTexts(memoryStorage(FILES), { 'prompt.md': 'Zero.' });
  const read = async (path: string): Promise<string | undefined> => {
    const file = await storage.read(path);
    return file && new TextDecoder().decode(file.contents);
  };
  expect(await read('prompt.md')).toBe('Zero.');
  expect(await read('tsagent.json')).toBe('{}');
  expect(await read('constructor')).toBeUndefined();
});
