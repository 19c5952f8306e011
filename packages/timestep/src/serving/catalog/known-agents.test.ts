import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, symlinkSync, lstatSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { createTestFolder } from './catalog.fixture.ts';
import { requireConfigurationFolder, openKnownAgents } from './known-agents.ts';

function file(): string {
  return join(createTestFolder(), 'timestep', 'agents.json');
}

it('keeps agents until they are removed, each under a name of its own', async () => {
  const path = file();
  const agents = openKnownAgents(path);
  expect([agents.listAdded(), agents.listRecent()]).toEqual([[], []]);
  const sky = { name: 'sky', source: '/agents/sky' };
  const other = { name: 'sky-2', source: 'https://peer.example' };
  expect(await agents.add(sky)).toEqual(sky);
  expect(await agents.add({ ...other, name: 'sky' })).toEqual(other);
  expect(await agents.add({ ...sky, name: 'again' })).toEqual(sky);
  expect(openKnownAgents(path).listAdded()).toEqual([sky, other]);
  expect(agents.find('sky-2')).toEqual(other);
  expect(agents.find('/agents/sky')).toEqual(sky);
  expect(await agents.remove('sky')).toEqual(sky);
  expect(await agents.remove('sky')).toBeUndefined();
  expect(agents.listAdded()).toEqual([other]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

it('keeps the ten that were used last, without paths that are gone', async () => {
  const path = file();
  const agents = openKnownAgents(path);
  const address = (at: number) => ({ name: `a${at}`, source: `https://${at}.example` });
  await agents.recordUse({ name: 'gone', source: '/nowhere/agent' });
  for (let at = 0; at < 12; at += 1) await agents.recordUse(address(at));
  await agents.recordUse(address(5));
  const names = agents.listRecent().map(({ name }) => name);
  expect(names).toEqual(['a5', 'a11', 'a10', 'a9', 'a8', 'a7', 'a6', 'a4', 'a3', 'a2']);
  await agents.recordUse({ name: 'gone', source: '/nowhere/agent' });
  expect(agents.listRecent().map(({ name }) => name)).not.toContain('gone');
});

it.each([
  ['{', /agents.json is not valid JSON: fix the file or move it away/],
  ['[]', /must be an object/],
  ['{"known": {}}', /known must be a list/],
  ['{"recent": [{"name": "x"}]}', /recent\[0\]\.source is missing/],
])('says what is wrong with %j, and leaves it', async (text, message) => {
  const path = file();
  mkdirSync(join(path, '..'));
  writeFileSync(path, text);
  const agents = openKnownAgents(path);
  const wrong = { code: 'bad-file', message: expect.stringMatching(message) };
  expect(() => agents.find('x')).toThrow(expect.objectContaining(wrong));
  await expect(agents.recordUse({ name: 'x', source: 'https://x.example' })).rejects.toMatchObject(
    wrong,
  );
  expect(readFileSync(path, 'utf8')).toBe(text);
});

it('leaves fields that it does not know, and links', async () => {
  const path = file();
  mkdirSync(join(path, '..'));
  writeFileSync(`${path}.real`, '{"theme":"dark"}');
  symlinkSync(`${path}.real`, path);
  await openKnownAgents(path).add({ name: 'x', source: 'https://x.example' });
  expect(lstatSync(path).isSymbolicLink()).toBe(true);
  expect(JSON.parse(readFileSync(`${path}.real`, 'utf8'))).toMatchObject({
    theme: 'dark',
    known: [{ name: 'x' }],
  });
});

const PROGRAM = `
  const [module, path, name] = process.argv.slice(1);
  const { openKnownAgents } = await import(module);
  const agents = openKnownAgents(path);
  for (let at = 0; at < 10; at += 1) {
    await agents.add({ name, source: 'https://' + name + at + '.example' });
  }
`;

it('loses nothing where several processes add at the same time', async () => {
  const path = file();
  const module = new URL('known-agents.ts', import.meta.url).href;
  const node = ['--conditions=@timestep/source', '--input-type=module', '--eval', PROGRAM, module];
  await Promise.all(
    ['a', 'b', 'c'].map((name) => promisify(execFile)(process.execPath, [...node, path, name])),
  );
  expect(openKnownAgents(path).listAdded()).toHaveLength(30);
});

it('finds the folder of the configuration', () => {
  const [own, all, home] = ['/own', '/all', '/ann'];
  const env = { TIMESTEP_CONFIG: own, XDG_CONFIG_HOME: all, HOME: home };
  expect(requireConfigurationFolder(env)).toBe('/own');
  expect(requireConfigurationFolder({ ...env, TIMESTEP_CONFIG: '' })).toBe('/all/timestep');
  expect(requireConfigurationFolder({ HOME: home })).toBe('/ann/.config/timestep');
  expect(() => requireConfigurationFolder({})).toThrow(/set HOME or TIMESTEP_CONFIG/);
});
