import { afterAll, describe, expect, it } from 'vitest';
import { createManualClock } from '#testing';
import { openDatabase } from './database.ts';
import { createOutsideChangeDetector } from './outside-changes.ts';
import { NEVER, temporaryFiles } from '../store.fixture.ts';

const files = temporaryFiles();
afterAll(files.remove);

function opened(isNeeded = true) {
  const path = files.newPath();
  const [own, other] = [openDatabase(path, 'NORMAL'), openDatabase(path, 'NORMAL')];
  const clock = createManualClock();
  const changes: number[] = [];
  const outside = createOutsideChangeDetector(own, {
    clock,
    isNeeded: () => isNeeded,
    onChange: () => changes.push(clock.now()),
  });
  let rows = 0;
  const write = (database: typeof own) => {
    rows += 1;
    database.exec(`INSERT INTO owner VALUES ('o${rows}', 0)`);
  };
  return { own, other, clock, changes, outside, write };
}

describe('outside changes', () => {
  it('are noticed soon, once, and told from those of this process', () => {
    const { own, other, clock, changes, outside, write } = opened();
    outside.start();
    clock.advance(100);
    write(own);
    clock.advance(100);
    expect(changes).toEqual([]);
    write(other);
    clock.advance(1000);
    expect(changes).toEqual([250]);
  });

  it('are not looked for while nobody cares, and not missed for that', async () => {
    const { other, clock, changes, outside, write } = opened(false);
    outside.start();
    clock.advance(50);
    expect(clock.pending()).toBe(0);
    write(other);
    const next = outside.next(outside.moment(), NEVER);
    clock.advance(50);
    await next;
    expect(changes).toEqual([100]);
    clock.advance(50);
    expect(clock.pending()).toBe(0);
  });

  it('let nobody wait who has left, nor when it is over', async () => {
    const { clock, outside } = opened();
    const leaving = new AbortController();
    const left = outside.next(outside.moment(), leaving.signal);
    leaving.abort();
    await left;
    const waiting = outside.next(outside.moment(), NEVER);
    outside.stop();
    await waiting;
    await outside.next(outside.moment(), NEVER);
    outside.start();
    expect(clock.pending()).toBe(0);
  });

  it('are told to who looked before and waits only now', async () => {
    const { outside } = opened();
    const moment = outside.moment();
    outside.wake();
    await outside.next(moment, NEVER);
    expect(outside.moment()).not.toBe(moment);
  });
});
