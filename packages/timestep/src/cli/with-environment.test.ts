import { expect, it } from 'vitest';
import { valuesNamedIn, withEnvironment } from './with-environment.ts';

const env = { KEY: 'sesame', EMPTY: '' };

it('puts in what the environment says', () => {
  expect(withEnvironment('a ${env:KEY} b', env)).toBe('a sesame b');
});

it.each(['EMPTY', 'MISSING'])('refuses the variable %s, which is not set', (name) => {
  expect(() => withEnvironment(`\${env:${name}}`, env)).toThrow(`${name} is not set`);
});

it('finds the values that no output may show', () => {
  expect(valuesNamedIn(['serve', '--api-key=${env:KEY}', '${env:MISSING}'], env)).toEqual([
    'sesame',
  ]);
});
