import { expect, it } from 'vitest';
import { TimestepError } from '../core/index.ts';
import { createManualClock } from '../testing/index.ts';
import { onceAMinute } from './once-a-minute.ts';

function full(disk = 'the disk is full'): TimestepError {
  return new TimestepError('full', disk);
}

function subject() {
  const clock = createManualClock();
  const told: string[] = [];
  const errors = onceAMinute(clock, (thrown) => {
    told.push(thrown instanceof Error ? thrown.message : String(thrown));
  });
  return { clock, told, ...errors };
}

it('tells a failure at once, and how often it came again once a minute', () => {
  const { clock, told, tell } = subject();
  for (let time = 0; time < 3973; time += 1) tell(full());
  expect(told).toEqual(['the disk is full']);
  clock.advance(60_000);
  expect(told).toEqual(['the disk is full', 'the disk is full (3972 more within a minute)']);
  tell(full());
  tell(full());
  expect(told).toHaveLength(2);
  clock.advance(60_000);
  expect(told[2]).toBe('the disk is full (2 more within a minute)');
});

it('tells a failure at once again when it has not come for a minute', () => {
  const { clock, told, tell } = subject();
  tell(full());
  clock.advance(60_000);
  expect(clock.pending()).toBe(0);
  tell(full());
  expect(told).toEqual(['the disk is full', 'the disk is full']);
});

it('keeps the code, so that programs see what it was', () => {
  const clock = createManualClock();
  const told: unknown[] = [];
  const { tell } = onceAMinute(clock, (thrown) => told.push(thrown));
  const first = full();
  tell(first);
  tell(full());
  clock.advance(60_000);
  expect(told[0]).toBe(first);
  expect(told[1]).toMatchObject({ code: 'full' });
});

it('tells different failures each, and defects every time', () => {
  const { told, tell } = subject();
  tell(full());
  tell(full('another disk is full'));
  tell(new Error('a defect'));
  tell(new Error('a defect'));
  expect(told).toEqual(['the disk is full', 'another disk is full', 'a defect', 'a defect']);
});

it('remembers a bounded number of failures, and tells what came beyond', () => {
  const { clock, told, tell } = subject();
  for (let disk = 0; disk < 1000; disk += 1) tell(full(`disk ${disk}`));
  expect(told).toHaveLength(1000);
  expect(clock.pending()).toBeLessThanOrEqual(100);
});

it('tells what it has counted when it ends', () => {
  const { clock, told, tell, end } = subject();
  tell(full());
  tell(full());
  end();
  expect(told).toEqual(['the disk is full', 'the disk is full (1 more within a minute)']);
  expect(clock.pending()).toBe(0);
});
