import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite } from '@timestep-ai/timestep';
import { expect, it, onTestFinished } from 'vitest';
import { timestep } from '../opens/command.ts';
import { EXPECTED_STORY, tellVersionStory } from './version-story.ts';

it('keeps prompt, tools and skills of a waiting task in another process, on SQLite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'tasks.db');
  const story = await tellVersionStory((needs) => openSqlite({ ...needs, path }));
  expect(story).toEqual(EXPECTED_STORY);
  const { stdout } = await timestep(folder, ['tasks', 'list', '--database', 'tasks.db']);
  expect(stdout).toMatch(/^TASK +STATE +AGENT +VERSION +PRINCIPAL/);
  expect(stdout).toMatch(/completed +guide +1\.1\.0\+[\da-f]{12} [^]*guide +1\.0\.0\+[\da-f]{12} /);
});
