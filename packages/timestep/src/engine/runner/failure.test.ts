import { describe, expect, it } from 'vitest';
import { CoreError } from '#core';
import { createFailureRecorder, toFailure } from './failure.ts';

const RAW = new TypeError('cannot read /keys/one.pem');

it('tells what was thrown as it is where nobody else listens', () => {
  expect(toFailure(RAW, 'agent_failed')).toEqual({ code: 'agent_failed', message: RAW.message });
  expect(toFailure('odd', 'tool_failed')).toEqual({ code: 'tool_failed', message: 'odd' });
});

describe('createFailureRecorder', () => {
  it('tells callers an id of an exception, and the log the rest', () => {
    const log: unknown[] = [];
    const told = createFailureRecorder(
      (thrown) => log.push(thrown),
      () => 'f-1',
    )(RAW, 'agent_failed');
    expect(told.code).toBe('agent_failed');
    expect(told.message).toBe('the agent failed: the server log has the details under f-1');
    expect(log).toMatchObject([{ message: `f-1: ${RAW.message}`, cause: RAW }]);
  });

  it('tells callers what is meant for them', () => {
    const log: unknown[] = [];
    const meant = new CoreError('too-much', 'ask for less');
    const told = createFailureRecorder(
      (thrown) => log.push(thrown),
      () => 'f-1',
    )(meant, 'agent_failed');
    expect(told).toEqual({ code: 'too-much', message: 'ask for less' });
    expect(log).toEqual([]);
  });
});
