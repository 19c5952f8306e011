import { expect, it } from 'vitest';
import { parametersIn } from './parameters.ts';

it('has the sizes that are promised as its defaults', () => {
  expect(parametersIn([])).toEqual({
    kind: 'load',
    parameters: { inFlight: 10_000, subscribers: 2000, words: 50, tasks: 100_000, json: false },
  });
});

it('takes other sizes', () => {
  expect(parametersIn(['--in-flight', '0', '--tasks', '7', '--json'])).toMatchObject({
    parameters: { inFlight: 0, subscribers: 2000, tasks: 7, json: true },
  });
});

it.each([
  [['--tasks', 'many'], /--tasks takes a whole number from 0, not "many"/],
  [['--tasks', '-1'], /--tasks/],
  [['--words', ''], /--words takes a whole number/],
  [['--task', '1'], /--task/],
])('refuses %j', (args, problem) => {
  expect(parametersIn(args)).toEqual({ kind: 'problem', problem: expect.stringMatching(problem) });
});
