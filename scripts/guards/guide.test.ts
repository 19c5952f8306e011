import { expect, it } from 'vitest';
import { checkGuide, createGuideReferences } from './guide.ts';

const page = { path: 'design/core.md', text: '# The core: "pure"\n\nText.\n' };
const others = [
  { path: 'design/README.md', text: '# All' },
  { path: 'design/decisions/one.md', text: '# One' },
  { path: 'README.md', text: '# Timestep' },
];
const reference = {
  path: 'examples/guide/references/core.mdt',
  text: '---\nname: core\ndescription: "The core: \\"pure\\""\ninclude: agent\n---\n\n# The core: "pure"\n\nText.\n',
};

it('makes a reference of each design page', () => {
  expect(createGuideReferences([page, ...others])).toEqual([reference]);
  expect(checkGuide([page, reference]).problems).toEqual([]);
});

it('names references that are missing, changed or left over', () => {
  expect(checkGuide([page]).problems).toEqual([
    'examples/guide/references/core.mdt is not what npm run guide writes: run it',
  ]);
  const stray = { path: 'examples/guide/references/gone.mdt', text: '' };
  expect(checkGuide([page, { ...reference, text: 'old' }, stray]).problems).toHaveLength(2);
  expect(checkGuide(others).problems).toEqual(['no design pages found']);
});
