import { expect, it } from 'vitest';
import { guessToolKind } from './tool-kind.ts';

it.each([
  ['fs_read_file', 'read'],
  ['writeNote', 'edit'],
  ['notes_remove', 'delete'],
  ['rename-file', 'move'],
  ['web_search', 'search'],
  ['run_tests', 'execute'],
  ['http_request', 'fetch'],
  ['constructor', 'other'],
  ['weather', 'other'],
])('%s: %s', (name, kind) => {
  expect(guessToolKind(name)).toBe(kind);
});
