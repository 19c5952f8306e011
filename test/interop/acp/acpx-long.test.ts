import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { acpx } from './acpx.ts';
import { acpFolder } from './stage.ts';

it('answers with exactly what the model says', async () => {
  const folder = acpFolder();
  const { stdout, code } = await acpx(folder, '--format', 'quiet', 'exec', 'hello');
  expect(stdout.trim()).toBe('You said hello.');
  expect(code).toBe(0);
});

it('calls no tool that the client denies', async () => {
  const folder = acpFolder();
  const { stdout } = await acpx(folder, '--deny-all', 'exec', 'note milk');
  expect(stdout).toContain('a person did not approve the call');
  expect(stdout).toContain('[done] end_turn');
  expect(folder.notes()).toEqual([]);
});

it('keeps a session over processes, and cancels a turn', async () => {
  const folder = acpFolder();
  onTestFinished(async () => void (await acpx(folder, 'sessions', 'close')));
  expect((await acpx(folder, 'sessions', 'new')).code).toBe(0);
  expect((await acpx(folder, '--approve-all', 'prompt', 'note milk')).stdout).toContain(
    'noted milk',
  );
  const hanging = acpx(folder, '--approve-all', 'prompt', 'hang on tea');
  await expect.poll(() => folder.notes()).toEqual(['milk', 'tea']);
  expect((await acpx(folder, 'cancel')).code).toBe(0);
  expect((await hanging).stdout).toContain('cancelled');
  const next = await acpx(folder, '--approve-all', 'prompt', 'hello');
  expect(next.stdout).toContain('You said hello.');
});

it('gives the agent the tools of the client’s own servers', async () => {
  const folder = acpFolder();
  const { command, args } = folder.server;
  const env = [{ name: 'NOTES', value: folder.notesFile }];
  const config = join(folder.path, 'servers.json');
  const servers = [{ name: 'mine', type: 'stdio', command, args, env }];
  writeFileSync(config, JSON.stringify({ mcpServers: servers }));
  const own = await acpx(folder, '--mcp-config', config, '--approve-all', 'exec', 'own bread');
  expect(own.stdout).toContain('noted bread');
  expect(folder.notes()).toEqual(['bread']);
});
