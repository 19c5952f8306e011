import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { broughtCommit } from './brought-commit.ts';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-suite-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function newRepository(): { readonly source: string; readonly commit: string } {
  const source = newFolder();
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-C', source, '-c', 'user.name=n', '-c', 'user.email=e', ...args]);
  git('init', '--quiet');
  writeFileSync(join(source, 'suite.txt'), 'cases');
  git('add', '.');
  git('commit', '--quiet', '-m', 'Add cases');
  return { source, commit: git('rev-parse', 'HEAD').toString().trim() };
}

it('brings a commit once', async () => {
  const { source, commit } = newRepository();
  const scratch = newFolder();
  const brought = await broughtCommit(scratch, source, commit);
  if (brought.kind === 'missing') throw new Error(brought.why);
  expect(readFileSync(join(brought.folder, 'suite.txt'), 'utf8')).toBe('cases');
  rmSync(source, { recursive: true });
  expect(await broughtCommit(scratch, source, commit)).toEqual(brought);
});

it('says which commit is missing where', async () => {
  const { source } = newRepository();
  const commit = '0'.repeat(40);
  const brought = await broughtCommit(newFolder(), source, commit);
  expect(brought).toMatchObject({ kind: 'missing' });
  expect(JSON.stringify(brought)).toContain(`${commit} could not be fetched from ${source}`);
});
