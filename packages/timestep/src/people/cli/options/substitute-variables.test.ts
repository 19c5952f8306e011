import { expect, it } from 'vitest';
import { listReferencedValues, substituteVariables } from './substitute-variables.ts';

const env = { KEY: 'sesame', EMPTY: '' };

it('puts in what the environment says', () => {
  expect(substituteVariables('a ${env:KEY} b', env)).toBe('a sesame b');
});

it.each(['EMPTY', 'MISSING'])('refuses the variable %s, which is not set', (name) => {
  expect(() => substituteVariables(`\${env:${name}}`, env)).toThrow(`${name} is not set`);
});

it('finds the values that no output may show', () => {
  expect(listReferencedValues(['serve', '--api-key=${env:KEY}', '${env:MISSING}'], env)).toEqual([
    'sesame',
  ]);
});
