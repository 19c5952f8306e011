import { strict as assert } from 'node:assert';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { keep, readKept, type Kept } from './kept-stories.ts';

const RUN = { name: 'ours', version: '1.0.0', seed: 1, kills: 100 };
const MISSED: Kept = { kind: 'missed', index: 3, moment: 'model call 1' };
const UNDISTURBED: Kept = { kind: 'undisturbed', cpuMs: 2.5 };

test('reads what was kept of the same run, and nothing of others', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
  context.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'stories.jsonl');
  assert.deepEqual(readKept(file, RUN), []);
  keep(file, RUN, UNDISTURBED);
  keep(file, { ...RUN, seed: 2 }, MISSED);
  keep(file, { ...RUN, version: '1.0.1' }, MISSED);
  keep(file, RUN, MISSED);
  assert.deepEqual(readKept(file, RUN), [UNDISTURBED, MISSED]);
  appendFileSync(file, '{"run":"ours 1.0.0, se');
  assert.deepEqual(readKept(file, RUN), [UNDISTURBED, MISSED]);
  keep(file, RUN, MISSED);
  assert.deepEqual(readKept(file, RUN), [UNDISTURBED, MISSED, MISSED]);
});

test('keeps nothing without a file', () => {
  keep(undefined, RUN, MISSED);
  assert.deepEqual(readKept(undefined, RUN), []);
});
