import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { createTestFolder } from '../../folder.fixture.ts';
import { readAgentFolder } from '../read-agent-folder.ts';
import { createFolderJudge, isCaseInsensitiveFolder } from './folder-judge.ts';

function open(permissions: object, secret = createTestFolder({ key: 'x' })) {
  const path = createTestFolder({
    'tsagent.json': {
      metadata: { name: 'x' },
      mcpServers: {
        fs: { command: 'fs-server', cwd: 'data' },
        fs_two: { command: 'fs-server' },
        far: { url: 'https://far.example/mcp' },
      },
      permissions,
    },
    'data/a.md': 'x',
  });
  symlinkSync(secret, join(path, 'data/link'));
  const judge = createFolderJudge(readAgentFolder(path));
  const verdict = (name: string, file: string) =>
    judge({ name, arguments: { path: file } })?.verdict;
  return { path, secret, verdict };
}

it('paths of a server on this machine begin in its directory', () => {
  const { path, verdict } = open({ allow: ['*:path(path:read)=data/**', 'fs_*:path(path)=a.md'] });
  expect(verdict('fs_two_read', 'data/a.md')).toBe('allow');
  expect(verdict('fs_read', join(path, 'data/a.md'))).toBe('allow');
  expect(verdict('fs_read', 'a.md')).toBe('allow');
  expect(verdict('fs_two_read', join(path, 'other/a.md'))).toBeUndefined();
});

it('a link out of a folder asks, and leads to what is denied', () => {
  const secret = createTestFolder({ key: 'x' });
  const allows = open({ allow: ['*:path(path)=./**'] }, secret);
  expect(allows.verdict('fs_read', 'link/key')).toBe('ask');
  expect(allows.verdict('fs_read', 'a.md')).toBe('allow');
  const denies = open({ deny: [`*:path=${secret}/**`] }, secret);
  expect(denies.verdict('fs_read', 'link/key')).toBe('deny');
  expect(denies.verdict('fs_read', '../data/link/key')).toBe('deny');
  // The server is elsewhere, where the same name may be no link.
  expect(denies.verdict('far_read', '/data/link/key')).toBeUndefined();
});

it('a link that is made after the folder was loaded is seen', () => {
  const { path, verdict, secret } = open({ allow: ['*:path(path)=./**'] });
  mkdirSync(join(path, 'data/new'));
  expect(verdict('fs_read', 'new/key')).toBe('allow');
  rmSync(join(path, 'data/new'), { recursive: true });
  symlinkSync(secret, join(path, 'data/new'));
  expect(verdict('fs_read', 'new/key')).toBe('ask');
});

it('no rule lets the agent write its own rules, servers, variables and decisions about trust', () => {
  const { path, verdict } = open({ allow: ['*:path(path)=**'] });
  writeFileSync(join(path, 'notes.md'), 'x');
  for (const name of ['tsagent.json', 'mcp.json', '.mcp.json', 'pins.json', '.env']) {
    expect(verdict('fs_write', join(path, name))).toBe('ask');
    expect(verdict('fs_write', `../${name}`)).toBe('ask');
  }
  const home = process.env['HOME'] ?? '';
  const configuration = process.env['TIMESTEP_CONFIG'] ?? `${home}/.config/timestep`;
  expect(verdict('fs_write', `${configuration}/trust.json`)).toBe('ask');
  expect(verdict('fs_write', join(path, 'notes.md'))).toBe('allow');
});

it('asks the file system whether it folds case', () => {
  const folder = createTestFolder({ 'Name/a': 'x' });
  const folds = existsSync(join(folder, 'nAME/a'));
  expect(isCaseInsensitiveFolder(join(folder, 'Name'))).toBe(folds);
  expect(isCaseInsensitiveFolder(join(folder, 'Name', 'none', 'yet'))).toBe(folds);
  expect(isCaseInsensitiveFolder(dirname('/'))).toBe(process.platform === 'darwin');
});
