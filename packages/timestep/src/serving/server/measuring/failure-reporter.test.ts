import { expect, it } from 'vitest';
import { TimestepError } from '#core';
import { createManualClock } from '#testing';
import { createFailureReporter } from './failure-reporter.ts';

function full(disk = 'the disk is full'): TimestepError {
  return new TimestepError('full', disk);
}

function subject() {
  const clock = createManualClock();
  const told: string[] = [];
  const errors = createFailureReporter(clock, (thrown) => {
    told.push(thrown instanceof Error ? thrown.message : String(thrown));
  });
  return { clock, told, ...errors };
}

it('tells a failure at once, and how often it came again once a minute', () => {
  const { clock, told, report } = subject();
  for (let time = 0; time < 3973; time += 1) report(full());
  expect(told).toEqual(['the disk is full']);
  clock.advance(60_000);
  expect(told).toEqual(['the disk is full', 'the disk is full (3972 more within a minute)']);
  report(full());
  report(full());
  expect(told).toHaveLength(2);
  clock.advance(60_000);
  expect(told[2]).toBe('the disk is full (2 more within a minute)');
});

it('tells a failure at once again when it has not come for a minute', () => {
  const { clock, told, report } = subject();
  report(full());
  clock.advance(60_000);
  expect(clock.pending()).toBe(0);
  report(full());
  expect(told).toEqual(['the disk is full', 'the disk is full']);
});

it('keeps the code, so that programs see what it was', () => {
  const clock = createManualClock();
  const told: unknown[] = [];
  const { report } = createFailureReporter(clock, (thrown) => told.push(thrown));
  const first = full();
  report(first);
  report(full());
  clock.advance(60_000);
  expect(told[0]).toBe(first);
  expect(told[1]).toMatchObject({ code: 'full' });
});

it('tells different failures each, and defects every time', () => {
  const { told, report } = subject();
  report(full());
  report(full('another disk is full'));
  report(new Error('a defect'));
  report(new Error('a defect'));
  expect(told).toEqual(['the disk is full', 'another disk is full', 'a defect', 'a defect']);
});

it('remembers a bounded number of failures, and tells what came beyond', () => {
  const { clock, told, report } = subject();
  for (let disk = 0; disk < 1000; disk += 1) report(full(`disk ${disk}`));
  expect(told).toHaveLength(1000);
  expect(clock.pending()).toBeLessThanOrEqual(100);
});

it('tells what it has counted when it ends', () => {
  const { clock, told, report, end } = subject();
  report(full());
  report(full());
  end();
  expect(told).toEqual(['the disk is full', 'the disk is full (1 more within a minute)']);
  expect(clock.pending()).toBe(0);
});
