import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { APPLICATION_ID } from '../sqlite/file/database.ts';
import { readApplicationId } from './application-id.ts';
import { newStorePath, openRunner } from './store.fixture.ts';

it('knows a file by what it says, even where that is not in the file yet', () => {
  const path = newStorePath();
  openRunner(path);
  expect(readApplicationId(path)).toBe(APPLICATION_ID);
});

it('knows nothing of what is no database', () => {
  const path = newStorePath();
  expect(readApplicationId(path)).toBeUndefined();
  expect(readApplicationId(dirname(path))).toBeUndefined();
  writeFileSync(path, 'a letter'.repeat(1000));
  expect(readApplicationId(path)).toBeUndefined();
});

const HOLD_FILE = `
  const database = new (require('node:sqlite').DatabaseSync)(process.argv[1]);
  database.exec('PRAGMA application_id = 77; CREATE TABLE one (two); BEGIN EXCLUSIVE');
  console.log('held');
  setTimeout(() => database.exec('COMMIT'), 300);
`;

it('waits for a process that holds the file', async () => {
  const path = newStorePath();
  const holder = spawn(process.execPath, ['--eval', HOLD_FILE, path]);
  await once(holder.stdout, 'data');
  expect(readApplicationId(path)).toBe(77);
  await once(holder, 'exit');
});
