import { expect, it } from 'vitest';
import { describeUnknownOption } from './unknown-option.ts';

const KNOWN = { model: true, instructions: true } as const;

it('names the option that was meant', () => {
  expect(describeUnknownOption({ model: 'm' }, KNOWN)).toBeUndefined();
  expect(describeUnknownOption({ instrutcions: '' }, KNOWN)).toBe(
    'has no option "instrutcions": did you mean "instructions"?',
  );
  expect(describeUnknownOption({ system: '' }, KNOWN, { system: 'instructions' })).toBe(
    'has no option "system": did you mean "instructions"?',
  );
  expect(describeUnknownOption({ maxSteps: 1 }, KNOWN, { maxSteps: 'limits: { max_steps }' })).toBe(
    'has no option "maxSteps": did you mean limits: { max_steps }?',
  );
  expect(describeUnknownOption({ zebra: 1 }, KNOWN)).toBe(
    'has no option "zebra": known options are model, instructions',
  );
});

it('takes no name of an object for an option', () => {
  expect(describeUnknownOption({ toString: 1 }, KNOWN)).toMatch(/^has no option "toString"/);
});
