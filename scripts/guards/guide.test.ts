import { expect, it } from 'vitest';
import { checkGuide, createGuideReferences } from './guide.ts';

const page = {
  path: 'docs/build/tools.md',
  text: '# Tools: "one"\n\nText.\n\n## Errors\n\nMore.\n',
};
const others = [
  { path: 'docs/index.md', text: '# All' },
  { path: 'docs/api/core.md', text: '# One' },
  { path: 'README.md', text: '# Timestep' },
];
const reference = {
  path: 'examples/guide/references/build-tools.mdt',
  text: `---\nname: build-tools\ndescription: "Tools: \\"one\\"; Errors"\ninclude: agent\n---\n\n${page.text}`,
};

it('makes a reference of each page of the site', () => {
  expect(createGuideReferences([page, ...others])).toEqual([reference]);
  expect(checkGuide([page, reference]).problems).toEqual([]);
});

it('names references that are missing, changed or left over', () => {
  expect(checkGuide([page]).problems).toEqual([
    'examples/guide/references/build-tools.mdt is not what npm run guide writes: run it',
  ]);
  const stray = { path: 'examples/guide/references/gone.mdt', text: '' };
  expect(checkGuide([page, { ...reference, text: 'old' }, stray]).problems).toHaveLength(2);
  expect(checkGuide(others).problems).toEqual(['no pages found']);
});
