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
