import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { unfinishedBodies } from './unfinished-bodies.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

it('gives up each body when its own time is over, and no body that has ended', () => {
  const bodies = unfinishedBodies({ bytes: 100, timeoutMs: 1000 });
  const given: string[] = [];
  const begin = (name: string) => {
    const body = bodies.begin();
    body.whenGivenUp((why) => given.push(`${name} ${why}`));
    return body;
  };
  begin('first');
  vi.advanceTimersByTime(600);
  const second = begin('second');
  begin('third').hold(10);
  vi.advanceTimersByTime(401);
  expect(given).toEqual(['first too-slow']);
  second.end();
  vi.advanceTimersByTime(601);
  expect(given).toEqual(['first too-slow', 'third too-slow']);
  expect(bodies.held).toBe(0);
  begin('fourth');
  vi.advanceTimersByTime(1001);
  expect(given.at(-1)).toBe('fourth too-slow');
});

it('gives up the oldest where there is no room for all', () => {
  const bodies = unfinishedBodies({ bytes: 100, timeoutMs: 1000 });
  const given: string[] = [];
  const [old, young] = ['old', 'young'].map((name) => {
    const body = bodies.begin();
    body.whenGivenUp((why) => given.push(`${name} ${why}`));
    return body;
  });
  old?.hold(60);
  young?.hold(60);
  expect(given).toEqual(['old crowded']);
  expect(bodies.held).toBe(60);
});
