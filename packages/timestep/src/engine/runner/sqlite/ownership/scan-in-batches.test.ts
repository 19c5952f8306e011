import { expect, it } from 'vitest';
import { createManualClock } from '#testing';
import { scanInBatches } from './scan-in-batches.ts';

function subject(amount: number) {
  const clock = createManualClock();
  const all = new Set(Array.from({ length: amount }, (_, index) => index));
  const seen: number[] = [];
  const looking = scanInBatches({ clock, all: () => all, check: (one) => seen.push(one) });
  return { clock, all, seen, ...looking };
}

it('looks at a few at once', () => {
  const { clock, seen, start: begin } = subject(3);
  begin();
  expect(seen).toEqual([0, 1, 2]);
  expect(clock.pending()).toBe(0);
});

it('looks at many in lots, each once a round', () => {
  const { clock, seen, start: begin } = subject(1000);
  begin();
  let before = 0;
  while (clock.pending() > 0) {
    expect(seen.length - before).toBeLessThanOrEqual(100);
    before = seen.length;
    clock.advance(10);
  }
  expect(seen).toEqual(Array.from({ length: 1000 }, (_, index) => index));
});

it('looks again at all where it was asked during a round, and once however often', () => {
  const { clock, seen, start: begin } = subject(150);
  for (let time = 0; time < 5; time += 1) begin();
  clock.advance(1000);
  expect(seen).toHaveLength(300);
  begin();
  expect(seen).toHaveLength(400);
  clock.advance(1000);
  expect(seen).toHaveLength(450);
  expect(clock.pending()).toBe(0);
});

it('looks at nothing that has gone meanwhile, and at nothing once stopped', () => {
  const { clock, all, seen, start: begin, stop } = subject(300);
  begin();
  all.delete(150);
  clock.advance(10);
  expect(seen).not.toContain(150);
  stop();
  clock.advance(1000);
  expect(seen.length).toBeLessThan(300);
});
