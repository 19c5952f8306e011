import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { TestSpecification, Vitest } from 'vitest/node';
import { SLOW, SlowFirst } from './slow-first.ts';

const ROOT = join(import.meta.dirname, '../..');

function specify(project: object, file: string): TestSpecification {
  return { project, moduleId: join(ROOT, file) } as unknown as TestSpecification;
}

it('begins each project with its slow files', async () => {
  const config = { sequence: { groupOrder: 0 }, isolate: false };
  const [one, other] = [
    { name: 'a', config },
    { name: 'b', config },
  ];
  const cache = { getTestSpecificationResult: () => undefined };
  const sequencer = new SlowFirst({ cache } as unknown as Vitest);
  const [slow = ''] = SLOW;
  const files = [
    specify(one, 'vitest.config.ts'),
    specify(other, 'vitest.config.ts'),
    specify(one, slow),
    specify(other, slow),
  ];
  // oxlint-disable-next-line unicorn/no-array-sort -- no array
  const sorted = await sequencer.sort(files);
  expect(sorted).toEqual([files[2], files[0], files[3], files[1]]);
});

it.each(SLOW)('%s exists', (file) => {
  expect(existsSync(join(ROOT, file))).toBe(true);
});
