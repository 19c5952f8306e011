import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { getNodeVersionError } from './node-version.ts';

it('names the version that is needed, the one that runs, and where it is', () => {
  expect(getNodeVersionError('20.20.2', '/usr/bin/node')).toBe(
    'Node 22.19, or 24 or newer, is required, but /usr/bin/node is Node 20.20.2: install a newer version from ' +
      'https://nodejs.org',
  );
  expect(getNodeVersionError('9.0.0', 'node')).toContain('Node 9.0.0');
  expect(getNodeVersionError('22.18.0', 'node')).toContain('Node 22.18.0');
  expect(getNodeVersionError('23.11.0', 'node')).toContain('Node 23.11.0');
});

it.each(['22.19.0', '22.23.3', '24.0.0', '24.21.0', '26.1.0', '100.0.0'])(
  'finds nothing wrong with Node %s',
  (version) => {
    expect(getNodeVersionError(version, 'node')).toBeUndefined();
  },
);

it('needs what the manifest says', () => {
  const manifest: unknown = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'),
  );
  expect(manifest).toMatchObject({ engines: { node: '^22.19.0 || >=24' } });
});

/** Stands for a Node that has no SQLite and cannot load what needs it. */
const OLD_NODE = `
  import { registerHooks } from 'node:module';
  Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === 'node:sqlite') throw new Error('No such built-in module: node:sqlite');
      return next(specifier, context);
    },
  });
`;

it('is looked at before anything is loaded that an old Node lacks', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      '--conditions=@timestep/source',
      `--import=data:text/javascript,${encodeURIComponent(OLD_NODE)}`,
      join(import.meta.dirname, 'main.ts'),
      '--version',
    ],
    { encoding: 'utf8' },
  );
  expect(stderr).toBe(`timestep: ${getNodeVersionError('20.20.2', process.execPath)}\n`);
  expect(stdout).toBe('');
  expect(status).toBe(1);
});
