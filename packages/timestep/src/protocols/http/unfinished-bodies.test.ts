import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createUnfinishedBodies } from './unfinished-bodies.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

it('gives up each body when its own time is over, and no body that has ended', () => {
  const bodies = createUnfinishedBodies({ bytes: 100, timeoutMs: 1000 });
  const given: string[] = [];
  const begin = (name: string) => {
    const body = bodies.add();
    body.onAbandoned((why) => given.push(`${name} ${why}`));
    return body;
  };
  begin('first');
  vi.advanceTimersByTime(600);
  const second = begin('second');
  begin('third').setBytes(10);
  vi.advanceTimersByTime(401);
  expect(given).toEqual(['first too-slow']);
  second.end();
  vi.advanceTimersByTime(601);
  expect(given).toEqual(['first too-slow', 'third too-slow']);
  expect(bodies.heldBytes).toBe(0);
  begin('fourth');
  vi.advanceTimersByTime(1001);
  expect(given.at(-1)).toBe('fourth too-slow');
});

it('gives up the oldest where there is no room for all', () => {
  const bodies = createUnfinishedBodies({ bytes: 100, timeoutMs: 1000 });
  const given: string[] = [];
  const [old, young] = ['old', 'young'].map((name) => {
    const body = bodies.add();
    body.onAbandoned((why) => given.push(`${name} ${why}`));
    return body;
  });
  old?.setBytes(60);
  young?.setBytes(60);
  expect(given).toEqual(['old crowded']);
  expect(bodies.heldBytes).toBe(60);
});
