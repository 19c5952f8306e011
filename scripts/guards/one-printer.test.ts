import { expect, it } from 'vitest';
import { onePrinter } from './one-printer.ts';
import { readTree } from '../source/source-tree.ts';

it('refuses other ways to show a text to a person', () => {
  const { problems } = onePrinter(readTree('scripts/fixtures/one-printer'));
  const people = 'packages/timestep/src/people';
  expect(problems.map((problem) => problem.split(':')[0])).toEqual([
    `${people}/cli/second-printer.ts writes to a stream of the process`,
    `${people}/cli/second-printer.ts writes to standard error`,
    `${people}/acp/second-block.ts creates a text for an editor`,
    'apps/web/src/second-markdown.tsx inserts HTML into the page',
    'apps/web/src/second-options.tsx words an option of an approval',
  ]);
});

it('does not pass for want of code', () => {
  expect(onePrinter([]).problems).toEqual(['no source was found']);
});
