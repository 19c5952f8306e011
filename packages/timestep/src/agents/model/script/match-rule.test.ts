import { describe, expect, it } from 'vitest';
import { createPatternRunner } from '../pattern-runner.ts';
import { matchRule } from './match-rule.ts';
import type { When } from './script.ts';
import type { TranscriptState, ScriptToolResult } from './transcript-state.ts';

const sunny: ScriptToolResult = {
  tool: 'get_weather',
  text: '{"sky":"sunny","days":[1,2]}',
  value: { sky: 'sunny', days: [1, 2] },
};
const late: ScriptToolResult = {
  tool: 'get_time',
  text: 'half past nine',
  value: 'half past nine',
};

const spoken: TranscriptState = {
  moment: 'user',
  user: 'What is the weather in São Paulo?',
  results: [],
  fresh: [],
  step: 1,
  turn: 1,
  tools: ['get_weather', 'get_time'],
};
const answered: TranscriptState = {
  ...spoken,
  moment: 'tool',
  results: [sunny, late],
  fresh: [sunny, late],
  step: 2,
};

function match(when: When | undefined, situation: TranscriptState) {
  return matchRule({ ...(when && { when }), reply: 'x' }, situation, createPatternRunner(50));
}

describe('matchRule', () => {
  it.each<[When | undefined, TranscriptState]>([
    [undefined, spoken],
    [undefined, answered],
    [{ user: 'WEATHER' }, spoken],
    [{ user: { contains: 'weather', matches: '^what' } }, spoken],
    [{ step: 1 }, spoken],
    [{ tools: ['get_weather', 'get_time'] }, spoken],
    [{ tool_result: 'get_weather' }, answered],
    [{ tool_result: { contains: 'SUNNY' } }, answered],
    [{ tool_result: { tool: 'get_weather', has: ['days[1]'] } }, answered],
    [{ tool_result: { fields: { sky: 'sunny', days: [1, 2] } } }, answered],
    [{ tool_result: {}, user: 'weather', step: 2 }, answered],
  ])('%j fits', (when, situation) => {
    expect(match(when, situation)).toBeDefined();
  });

  it.each<[When, TranscriptState]>([
    [{ user: 'news' }, spoken],
    [{ user: { contains: 'weather', matches: '^is' } }, spoken],
    [{ step: 2 }, spoken],
    [{ tools: ['get_news'] }, spoken],
    [{ tool_result: {} }, spoken],
    [{ user: 'weather' }, answered],
    [{ tool_result: 'get_news' }, answered],
    [{ tool_result: { tool: 'get_time', contains: 'sunny' } }, answered],
    [{ tool_result: { fields: { sky: 'grey' } } }, answered],
    [{ tool_result: { has: ['rain'] } }, answered],
    [{ tool_result: {}, user: 'news' }, answered],
  ])('%j does not fit', (when, situation) => {
    expect(match(when, situation)).toBeUndefined();
  });

  it('finds named groups in the question and in the result', () => {
    const user = { matches: 'weather in (?<city>[^?]+)(?<rest> today)?' };
    expect(match({ user }, spoken)?.groups).toEqual({ city: 'São Paulo', rest: '' });
    const both = { user, tool_result: { matches: 'past (?<hour>\\w+)' } };
    expect(match(both, answered)?.groups).toMatchObject({ city: 'São Paulo', hour: 'nine' });
  });

  it('is about the newest result that fits', () => {
    expect(match({ tool_result: {} }, answered)?.result).toBe(late);
    expect(match({ tool_result: 'get_weather' }, answered)?.result).toBe(sunny);
    expect(match(undefined, answered)?.result).toBe(late);
    expect(match(undefined, spoken)?.result).toBeUndefined();
  });
});
