import { expect, it } from 'vitest';
import { chooseSample } from '../../sample-size.ts';
import { typeAtRandom, type Problem } from './typing.ts';

const COUNT = chooseSample({ small: 100, usual: 500, whole: 10_000 });

it('sends what was typed, in whatever pieces it came and whatever list was open', async () => {
  const problems: Problem[] = [];
  for (let index = 0; index < COUNT; index += 1) {
    const problem = await typeAtRandom(1, index);
    if (problem) problems.push(problem);
  }
  expect(problems).toEqual([]);
});
