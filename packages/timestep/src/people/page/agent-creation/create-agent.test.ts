import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type AgentFolders, createAgentByRequest } from './create-agent.ts';
import { parseCreateAgentRequest } from './parse-create-agent.ts';

let place: string;
let places: AgentFolders;

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'timestep-places-'));
  mkdirSync(join(place, 'guide'));
  const manifest = { metadata: { name: 'Guide' }, settings: { model: 'builtin:echo' } };
  writeFileSync(join(place, 'guide', 'tsagent.json'), JSON.stringify(manifest));
  writeFileSync(join(place, 'guide', '.env'), 'TOKEN=a-secret\n');
  places = {
    folders: [place],
    findAgentPath: (agentId) => (agentId === 'guide' ? join(place, 'guide') : undefined),
    findAgentAt: async (path) => (existsSync(join(path, 'tsagent.json')) ? 'found' : undefined),
  };
});

afterEach(() => rmSync(place, { recursive: true, force: true }));

function manifestOf(folder: string): unknown {
  return JSON.parse(readFileSync(join(place, folder, 'tsagent.json'), 'utf8'));
}

it('makes a new agent, and overwrites none', async () => {
  const order = {
    kind: 'new',
    place,
    folder: 'sky',
    name: 'Sky',
    model: 'builtin:echo',
    prompt: 'Watch the sky.',
  } as const;
  expect(await createAgentByRequest(places, order)).toEqual({
    path: join(place, 'sky'),
    agentId: 'found',
    notes: [],
  });
  expect(manifestOf('sky')).toMatchObject({
    metadata: { name: 'Sky' },
    settings: { model: 'builtin:echo' },
  });
  expect(readFileSync(join(place, 'sky', 'prompt.md'), 'utf8')).toBe('Watch the sky.\n');
  await expect(createAgentByRequest(places, order)).rejects.toMatchObject({
    code: 'exists-already',
  });
});

it('copies an agent, and says that secrets were copied', async () => {
  const order = { kind: 'copy', place, folder: 'other', name: 'Other', agentId: 'guide' } as const;
  const { notes } = await createAgentByRequest(places, order);
  expect(notes).toEqual(['The .env file was copied as well. It may contain secrets.']);
  expect(manifestOf('other')).toMatchObject({ metadata: { name: 'Other' } });
  for (const [change, code] of [
    [{ agentId: 'none', folder: 'a' }, 'no-such-agent'],
    [{ folder: 'guide/inner' }, 'no-such-place'],
  ] as const) {
    await expect(createAgentByRequest(places, { ...order, ...change })).rejects.toMatchObject({
      code,
    });
  }
});

it('imports the file of an agent of another program', async () => {
  const text = '---\nname: reviewer\ndescription: Reviews.\nmodel: openai/x\n---\nReview it.\n';
  const order = { kind: 'import', place, folder: 'reviewer', name: '', text } as const;
  const made = await createAgentByRequest(places, { ...order, fileName: 'reviewer.md' });
  expect(made.agentId).toBe('found');
  expect(manifestOf('reviewer')).toMatchObject({ metadata: { name: 'reviewer' } });
  for (const fileName of ['../x.md', 'x.exe', '.md', 'a/b.md']) {
    await expect(
      createAgentByRequest(places, { ...order, folder: 'another', fileName }),
    ).rejects.toMatchObject({ code: 'not-an-agent-file' });
  }
});

it('makes agents below the places alone', async () => {
  const order = { kind: 'new', place, name: 'Sky', prompt: 'Watch.' } as const;
  for (const folder of ['../sky', '/sky', 'a/../../sky', '.hidden', '']) {
    await expect(createAgentByRequest(places, { ...order, folder })).rejects.toMatchObject({
      name: 'FolderError',
    });
  }
  const elsewhere = { ...order, place: tmpdir(), folder: 'sky' };
  await expect(createAgentByRequest(places, elsewhere)).rejects.toMatchObject({
    code: 'no-such-place',
  });
});

it('reads what is to be made, and nothing else', () => {
  const where = { place: '/a', folder: 'b', name: 'B' };
  const orders = [
    { ...where, kind: 'new', prompt: 'Do it.' },
    { ...where, kind: 'copy', agentId: 'guide' },
    { ...where, name: '', kind: 'import', fileName: 'b.md', text: 'x' },
  ] as const;
  expect(orders.map(parseCreateAgentRequest)).toEqual(orders);
  for (const wrong of [
    {},
    [],
    { ...where, kind: 'new' },
    { ...where, kind: 'copy' },
    { ...where, kind: 'import', fileName: 'b.md' },
    { ...where, kind: 'other', prompt: 'x' },
    { kind: 'new', prompt: 'x', name: 'B', place: 5, folder: 'b' },
  ]) {
    expect(parseCreateAgentRequest(wrong as never)).toBeUndefined();
  }
});
