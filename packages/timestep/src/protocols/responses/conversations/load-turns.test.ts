import { describe, expect, it } from 'vitest';
import { functionEnvironment } from '#engine/tools';
import { createMemoryRunner } from '#engine/runner';
import { script, says } from '../served.fixture.ts';
import { findNewestTurn, compareOldestFirst, loadTurns } from './load-turns.ts';

async function runnerOf(tasks: readonly (readonly [id: string, isTurn: boolean])[]) {
  const { agent } = script(...tasks.map(() => says('ok')));
  const limits = { max_steps: 5, time_limit_s: 60 };
  const environment = () => functionEnvironment({});
  const runner = createMemoryRunner({
    agents: [{ name: 'one', agent, toolSite: 'server', limits, environment }],
  });
  for (const [messageId, isTurn] of tasks) {
    const metadata = isTurn ? { response_id: messageId } : {};
    const start = { history: [], clientTools: [], metadata };
    const message = { role: 'user', content: messageId } as const;
    const about = { agent: 'one', principal: 'ann', contextId: 'c' };
    const { id } = await runner.submit({ ...about, messageId, message, start });
    await runner.waitUntilSettled(id, new AbortController().signal);
  }
  return runner;
}

const KEY = { principal: 'ann', id: 'c' };

describe('turns of a conversation', () => {
  it('are found among other tasks of its context', async () => {
    const others = Array.from({ length: 11 }, (_, index) => [`other-${index}`, false] as const);
    const runner = await runnerOf([['resp_1', true], ...others]);
    const newest = await findNewestTurn({ runner }, KEY);
    expect(newest?.origin.metadata).toEqual({ response_id: 'resp_1' });
    expect(await loadTurns({ runner }, KEY)).toHaveLength(1);
  });

  it('are none of another caller', async () => {
    const runner = await runnerOf([['resp_1', true]]);
    expect(await findNewestTurn({ runner }, { ...KEY, principal: 'bob' })).toBeUndefined();
  });

  it('of the same millisecond stand in the order of what they continue', async () => {
    const runner = await runnerOf([['resp_1', true]]);
    const [task] = await loadTurns({ runner }, KEY);
    if (!task) throw new Error('no turn');
    const longer = { ...task.origin, history: [{ role: 'user', content: 'a' } as const] };
    const later = { ...task, id: '', origin: longer };
    expect([later, task].toSorted(compareOldestFirst)).toEqual([task, later]);
  });
});
