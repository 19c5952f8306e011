/** The store of tasks on Temporal, as an earlier release has written it, is read as it was. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { copyOf, GENERATIONS } from './generation.ts';
import { ENDED, readAnswers } from './stored-answers.ts';

describe.each(GENERATIONS)('the store of tasks on Temporal of %s', (generation) => {
  it('has the tasks with all that was said', async () => {
    const { folder, remove } = copyOf(generation, 'temporal.db');
    onTestFinished(remove);
    expect(await readAnswers(folder, 'temporal.db')).toEqual(ENDED);
  });
});
