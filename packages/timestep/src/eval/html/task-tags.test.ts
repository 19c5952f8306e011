import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { digestOf } from '../tasks/canonical-json.ts';
import { readTasks } from '../tasks/read-tasks.ts';
import { reportHtml } from './report-html.ts';
import { metaWith, modelIn, rowWith, runOf } from './run.fixture.ts';
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
  const tasks_sha256 = digestOf(readTasks(text, tasks_path));
  const meta = metaWith({ tasks_path, tasks_sha256 });

  expect(readTaskTags(meta)).toEqual(new Map());
  writeFileSync(tasks_path, text);
  const tags = readTaskTags(meta);
  expect(Object.fromEntries(tags)).toEqual({ a: ['hard', 'money'], b: [], c: [] });
  const page = [...reportHtml(runOf([rowWith('a', 0, 'passed')]), tags)].join('');
  expect(modelIn(page)).toMatchObject({ tags: ['hard', 'money'], tasks: [{ tags: [0, 1] }] });

  writeFileSync(tasks_path, lines.slice(1).join('\n'));
  expect(readTaskTags(meta)).toEqual(new Map());
  writeFileSync(tasks_path, 'no JSON');
  expect(readTaskTags(meta)).toEqual(new Map());
});
