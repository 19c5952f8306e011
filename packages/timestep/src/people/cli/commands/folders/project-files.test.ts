import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { getPackageDependency, listProjectFiles } from './project-files.ts';

it('depends on the version that is installed, or on the folder of a clone', () => {
  const installed = '/srv/a/node_modules/@timestep-ai/timestep/dist/people/cli/x.js';
  expect(getPackageDependency('1.2.3', installed)).toBe('^1.2.3');
  const clone = '/srv/my clone/packages/timestep/src/people/cli/x.ts';
  expect(getPackageDependency('1.2.3', clone)).toBe('file:/srv/my clone/packages/timestep');
});

it('depends on the archive that is installed', () => {
  const project = mkdtempSync(join(tmpdir(), 'timestep-archive-'));
  onTestFinished(() => rmSync(project, { recursive: true }));
  const installed = join(project, 'node_modules/@timestep-ai/timestep/dist/people/cli/x.js');
  const write = (wanted: string): void => {
    const dependencies = { '@timestep-ai/timestep': wanted };
    writeFileSync(join(project, 'package.json'), JSON.stringify({ dependencies }));
  };
  write('^1.0.0');
  expect(getPackageDependency('1.2.3', installed)).toBe('^1.2.3');
  write('file:packed/timestep.tgz');
  expect(getPackageDependency('1.2.3', installed)).toBe(`file:${project}/packed/timestep.tgz`);
});

it('names the package as npm allows', () => {
  const { 'package.json': manifest = '' } = listProjectFiles('My Agent!', '^1.2.3');
  expect(JSON.parse(manifest)).toMatchObject({
    name: 'my-agent-',
    dependencies: { '@timestep-ai/timestep': '^1.2.3' },
  });
});
