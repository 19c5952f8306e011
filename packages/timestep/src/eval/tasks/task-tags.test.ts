import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { hashJson } from '../json-text.ts';
import { parseTasks } from './read-tasks.ts';
import { readTaskTags } from './task-tags.ts';

it('knows the tags of tasks whose file is still the same, and of no other', () => {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const tasks_path = join(folder, 'tasks.jsonl');
  const messages = [{ role: 'user', content: 'x' }];
  const lines = [
    { id: 'a', messages, metadata: { tags: ['hard', 7, 'money'] } },
    { id: 'b', messages, metadata: { tags: 'hard' } },
    { id: 'c', messages },
  ].map((task) => JSON.stringify(task));
  const text = lines.join('\n');
  const tasks_sha256 = hashJson(parseTasks(text, tasks_path));
  const meta = { tasks_path, tasks_sha256 };

  expect(readTaskTags(meta)).toEqual(new Map());
  writeFileSync(tasks_path, text);
  const tags = readTaskTags(meta);
  expect(Object.fromEntries(tags)).toEqual({ a: ['hard', 'money'], b: [], c: [] });

  writeFileSync(tasks_path, lines.slice(1).join('\n'));
  expect(readTaskTags(meta)).toEqual(new Map());
  writeFileSync(tasks_path, 'no JSON');
  expect(readTaskTags(meta)).toEqual(new Map());
});
