import { expect, it } from 'vitest';
import { checkDuplicates } from './duplicates.ts';
import { readTree } from '../source/source-tree.ts';

const FOLDER = 'packages/timestep/src/core';

it('refuses code that stands in two files, whatever its comments', () => {
  const { problems } = checkDuplicates(readTree('scripts/fixtures/duplicates'));
  expect(problems).toEqual([
    expect.stringMatching(
      /^packages\/timestep\/src\/core\/two\.ts:2 repeats \d+ words and signs of packages\/timestep\/src\/core\/one\.ts:1/,
    ),
  ]);
});

it('passes what is only alike, what tests repeat, and imports', () => {
  const [one] = readTree('scripts/fixtures/duplicates');
  const text = one?.text ?? '';
  const imports = `import { ${Array.from({ length: 40 }, (_, at) => `name${at}`).join(', ')} } from './x.ts';\n`;
  const files = [
    { path: `${FOLDER}/one.ts`, text: imports + text },
    {
      path: `${FOLDER}/alike.ts`,
      text: imports + text.replace('price * (1', 'price / (1'),
    },
    { path: `${FOLDER}/one.test.ts`, text },
  ];
  expect(checkDuplicates(files).problems).toEqual([]);
});

it('refuses code that stands twice in one file', () => {
  const [one] = readTree('scripts/fixtures/duplicates');
  const text = one?.text ?? '';
  expect(checkDuplicates([{ path: `${FOLDER}/one.ts`, text: text + text }]).problems).toHaveLength(
    1,
  );
});
