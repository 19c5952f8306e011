import { describe, expect, it } from 'vitest';
import { CoreError } from '../core/index.ts';
import { recordFailures, failureOf } from './failure.ts';

const RAW = new TypeError('cannot read /keys/one.pem');

it('tells what was thrown as it is where nobody else listens', () => {
  expect(failureOf(RAW, 'agent_failed')).toEqual({ code: 'agent_failed', message: RAW.message });
  expect(failureOf('odd', 'tool_failed')).toEqual({ code: 'tool_failed', message: 'odd' });
});

describe('recordFailures', () => {
  it('tells callers an id of an exception, and the log the rest', () => {
    const log: unknown[] = [];
    const told = recordFailures(
      (thrown) => log.push(thrown),
      () => 'f-1',
    )(RAW, 'agent_failed');
    expect(told.code).toBe('agent_failed');
    expect(told.message).toBe('the agent failed: its log says why, under f-1');
    expect(log).toMatchObject([{ message: `f-1: ${RAW.message}`, cause: RAW }]);
  });

  it('tells callers what is meant for them', () => {
    const log: unknown[] = [];
    const meant = new CoreError('too-much', 'ask for less');
    const told = recordFailures(
      (thrown) => log.push(thrown),
      () => 'f-1',
    )(meant, 'agent_failed');
    expect(told).toEqual({ code: 'too-much', message: 'ask for less' });
    expect(log).toEqual([]);
  });
});
