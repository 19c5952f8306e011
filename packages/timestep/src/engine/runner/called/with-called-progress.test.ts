import { describe, expect, it, onTestFinished } from 'vitest';
import type { TaskEvent } from '#core';
import type { TaskUpdate } from '#engine/port';
import { createManualClock } from '#testing';
import { composeRunner } from '../compose-runner.ts';
import { asking, calling, createLogRunner } from './called-tasks.fixture.ts';
import { withCalledProgress } from './with-called-progress.ts';

/** The time after which a called task is followed, and between two reports. */
const PAUSE_MS = 250;

/** A front agent that asks a planner, which asks a miner, which runs a tool. */
const CHAIN = {
  front: asking('planner'),
  planner: asking('miner', 'delegate'),
  miner: calling('dig'),
};

/**
 * Opens tasks with these logs, behind a clock that the test moves. The log of the task `front` is
 * sent once `arrives` is resolved.
 */
function open(logs: Readonly<Record<string, readonly TaskEvent[]>>, arrives?: Promise<void>) {
  const clock = createManualClock();
  const log = createLogRunner(logs);
  const late = composeRunner(log.runner, {
    async *subscribe(taskId, after, signal) {
      if (taskId === 'front') await arrives;
      yield* log.runner.subscribe(taskId, after, signal);
    },
  });
  const runner = withCalledProgress(late, clock);
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());

  /** Lets everything happen that waits for no clock. */
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  return {
    ...log,
    clock,
    leaving,
    settle,
    subscribe: (taskId: string, after = 0) =>
      runner.subscribe(taskId, after, leaving.signal)[Symbol.asyncIterator](),
    /** Lets as much time pass as a called task is left alone, some times. */
    async pass(times = 1) {
      for (let at = 0; at < times; at += 1) {
        await settle();
        clock.advance(PAUSE_MS);
      }
      await settle();
    },
    /** Reads a task in the background, and returns its updates as lines. */
    read(taskId: string, after = 0) {
      const lines: string[] = [];
      const readAll = async (): Promise<void> => {
        for await (const update of runner.subscribe(taskId, after, leaving.signal))
          lines.push(formatUpdate(update));
      };
      const ended = readAll();
      return { lines, ended, said: () => lines.filter((line) => line.startsWith('> ')) };
    },
  };
}

function formatUpdate(update: TaskUpdate): string {
  if (update.kind === 'event') return update.event.type;
  const { step, delta } = update;
  return delta.type === 'progress' ? `> ${step} ${delta.callId}: ${delta.text}` : delta.type;
}

const progress = (text: string) => ({ type: 'progress', callId: 'c', text }) as const;
const finished = { type: 'task.finished', state: 'completed', reason: 'final_answer' } as const;
const failed = {
  type: 'task.finished',
  state: 'failed',
  reason: 'error',
  error: { code: 'broken', message: 'the pit collapsed' },
} as const;
const resumed = {
  type: 'call.resumed',
  callId: 'c',
  outcome: { task_id: 'planner', state: 'completed' },
} as const;

describe('what a called task calls', () => {
  it('is shown behind the name of the call that waits for it, as progress of the own call', async () => {
    const stage = open(CHAIN);
    const { said } = stage.read('front');
    await stage.pass();
    expect(said()).toEqual(['> 2 c: delegate']);
    await stage.pass();
    stage.report('miner', progress('40 of 200'));
    await stage.pass();
    expect(said()).toEqual([
      '> 2 c: delegate',
      '> 2 c: delegate › dig',
      '> 2 c: delegate › 40 of 200',
    ]);
  });

  it('is followed four calls deep, and neither read nor subscribed to below', async () => {
    const stage = open({
      front: asking('one', 'to-one'),
      one: asking('two', 'to-two'),
      two: asking('three', 'to-three'),
      three: asking('four', 'to-four'),
      four: asking('five', 'to-five'),
      five: calling('dig'),
    });
    const { said } = stage.read('front');
    await stage.pass(8);
    expect(said().at(-1)).toBe('> 2 c: to-two › to-three › to-four › to-five');
    stage.report('five', progress('40 of 200'));
    await stage.pass(8);
    expect(said().at(-1)).toBe('> 2 c: to-two › to-three › to-four › to-five');
    expect(stage.subscriptions).toEqual(['front', 'one', 'two', 'three', 'four']);
    expect(stage.reads).toEqual(['one', 'two', 'three', 'four']);
  });

  it('is followed no deeper if tasks wait for each other', async () => {
    const stage = open({ front: asking('planner'), planner: asking('front') });
    stage.read('front');
    await stage.pass(8);
    expect(stage.subscriptions).toEqual(['front', 'planner', 'front', 'planner', 'front']);
  });
});

describe('a called task', () => {
  it.each([
    ['ends', finished],
    ['fails', failed],
  ])('is left once it %s, and says nothing more, not even what waited', async (_, end) => {
    const stage = open({ front: asking('miner'), miner: calling('dig') });
    const { said, lines } = stage.read('front');
    await stage.pass();
    stage.report('miner', progress('1 of 2'));
    await stage.settle();
    stage.append('miner', end);
    await stage.pass(4);
    expect(stage.listOpen()).toEqual(['front']);
    expect(stage.clock.pending()).toBe(0);
    stage.append('front', resumed);
    await stage.pass(4);
    expect(said()).toEqual(['> 2 c: dig']);
    expect(lines.slice(-2)).toEqual(['> 2 c: dig', 'call.resumed']);
    expect(stage.subscriptions).toEqual(['front', 'miner']);
  });

  it('is left once its subscription breaks off, and its caller is still read', async () => {
    const stage = open(CHAIN);
    const { said, lines, ended } = stage.read('front');
    await stage.pass(2);
    expect(stage.listOpen()).toEqual(['front', 'miner', 'planner']);
    stage.breakOff('planner');
    await stage.pass(4);
    expect(stage.listOpen()).toEqual(['front']);
    expect(stage.clock.pending()).toBe(0);
    const before = said();
    stage.report('miner', progress('40 of 200'));
    stage.append('front', resumed);
    stage.append('front', finished);
    await ended;
    expect(lines.slice(-2)).toEqual(['call.resumed', 'task.finished']);
    expect(said()).toEqual(before);
  });

  it('is not followed if it was erased, and its caller is still read', async () => {
    const stage = open({ front: asking('gone') });
    const { said, lines, ended } = stage.read('front');
    await stage.pass(2);
    expect(stage.reads).toEqual(['gone']);
    stage.append('front', resumed);
    stage.append('front', finished);
    await ended;
    expect(said()).toEqual([]);
    expect(lines.at(-1)).toBe('task.finished');
    expect(stage.subscriptions).toEqual(['front']);
  });

  it('is left with the tasks below it once its call goes on, though it still works', async () => {
    const stage = open(CHAIN);
    const { said } = stage.read('front');
    await stage.pass(2);
    const before = said();
    stage.report('miner', progress('40 of 200'));
    stage.append('front', resumed);
    await stage.pass(4);
    expect(stage.listOpen()).toEqual(['front']);
    expect(said()).toEqual(before);
  });

  it('is left with the tasks below it once its caller ends', async () => {
    const stage = open(CHAIN);
    const { ended } = stage.read('front');
    await stage.pass(2);
    stage.append('front', failed);
    await ended;
    await stage.settle();
    expect(stage.listOpen()).toEqual([]);
    expect(stage.clock.pending()).toBe(0);
  });

  it('costs nothing if it ends before it is followed', async () => {
    const stage = open({ front: asking('miner'), miner: calling('dig') });
    stage.read('front');
    await stage.settle();
    stage.clock.advance(PAUSE_MS / 2);
    await stage.settle();
    stage.append('front', resumed);
    await stage.pass(4);
    expect(stage.subscriptions).toEqual(['front']);
    expect(stage.reads).toEqual([]);
  });
});

describe('a reader that leaves', () => {
  it('leaves all called tasks if its signal aborts while it waits', async () => {
    const stage = open(CHAIN);
    const { ended } = stage.read('front');
    await stage.pass(2);
    expect(stage.listOpen()).toEqual(['front', 'miner', 'planner']);
    stage.leaving.abort();
    await ended;
    await stage.settle();
    expect(stage.listOpen()).toEqual([]);
    expect(stage.clock.pending()).toBe(0);
  });

  /** Reads until the miner digs, and no further. */
  async function readUntilDig(stage: ReturnType<typeof open>) {
    const updates = stage.subscribe('front');
    for (;;) {
      const next = updates.next();
      await stage.pass();
      const { value } = await next;
      if (value && formatUpdate(value).endsWith('dig')) return updates;
    }
  }

  it('leaves all called tasks if it returns', async () => {
    const stage = open(CHAIN);
    const updates = await readUntilDig(stage);
    expect(stage.listOpen()).toEqual(['front', 'miner', 'planner']);
    await updates.return?.();
    await stage.settle();
    expect(stage.listOpen()).toEqual([]);
    expect(stage.clock.pending()).toBe(0);
  });

  it('leaves all called tasks if its signal aborts while it reads nothing', async () => {
    const stage = open(CHAIN);
    await readUntilDig(stage);
    stage.leaving.abort();
    await stage.pass(4);
    expect(stage.listOpen().filter((id) => id !== 'front')).toEqual([]);
    expect(stage.clock.pending()).toBe(0);
  });

  it('follows no task if it leaves before the first is followed', async () => {
    const stage = open(CHAIN);
    const { ended } = stage.read('front');
    await stage.settle();
    stage.leaving.abort();
    await ended;
    await stage.pass(4);
    expect(stage.subscriptions).toEqual(['front']);
    expect(stage.clock.pending()).toBe(0);
  });
});

describe('a subscription that begins in the middle', () => {
  it.each([
    ['after the call began to wait', 5, []],
    ['at the call', 4, ['call.suspended']],
    ['before the call began to wait', 3, ['tool.started', 'call.suspended']],
  ])('reads each task once, from its present on: %s', async (_, after, replayed) => {
    const stage = open(CHAIN);
    const { lines } = stage.read('front', after);
    await stage.pass(2);
    expect(lines).toEqual([...replayed, '> 2 c: delegate', '> 2 c: delegate › dig']);
    expect(stage.reads).toEqual(['front', 'planner', 'miner']);
    expect(stage.subscriptions).toEqual(['front', 'planner', 'miner']);
  });

  it('reads a called task once more if its own log arrives late, and leaves the first', async () => {
    const arrives = Promise.withResolvers<void>();
    const stage = open(CHAIN, arrives.promise);
    const { lines } = stage.read('front', 4);
    await stage.pass(2);
    arrives.resolve();
    await stage.pass(4);
    expect(lines.filter((line) => line === 'call.suspended')).toHaveLength(1);
    expect(stage.reads.filter((id) => id === 'planner')).toHaveLength(2);
    expect(stage.listOpen()).toEqual(['front', 'miner', 'planner']);
  });
});
