import { describe, expect, it } from 'vitest';
import type { Surroundings } from './command.ts';
import { openLog } from './log-options.ts';

function surroundings(env: Record<string, string> = {}, isWatched = false) {
  const written: string[] = [];
  const around = { env, isWatched, complain: (text: string) => written.push(text) };
  return { around: around as unknown as Surroundings, written };
}

describe('openLog', () => {
  it('leaves complaints as they are where no log is asked for', () => {
    const { around, written } = surroundings();
    const { log, complain } = openLog({}, around);
    complain('timestep: no\n');
    expect({ log, written }).toEqual({ log: undefined, written: ['timestep: no\n'] });
  });

  it('writes a line of JSON each', () => {
    const { around, written } = surroundings({ LOG_LEVEL: 'info' });
    const { log, complain } = openLog({}, around);
    log?.info({ task_id: 't1', duration_ms: 3 }, 'a turn ended');
    log?.debug({}, 'nothing');
    complain('timestep: warning: a tool is gone\ntimestep: the disk is full\n');
    expect(written.map((line) => JSON.parse(line) as unknown)).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        task_id: 't1',
        duration_ms: 3,
        msg: 'a turn ended',
      },
      { level: 'warn', time: expect.any(String), msg: 'a tool is gone' },
      { level: 'error', time: expect.any(String), msg: 'the disk is full' },
    ]);
  });

  it('writes for people at a terminal, who are not to be fooled by names of peers', () => {
    const { around, written } = surroundings({}, true);
    const { log } = openLog({ 'log-level': 'debug' }, around);
    log?.debug({ agent: 'guide\u001B[31m\nfake' }, 'a call ended');
    expect(written).toEqual([
      expect.stringMatching(/^[\d:.]{12} debug a call ended agent=guide\uFFFD\[31m fake\n$/),
    ]);
  });

  it('masks what looks like a secret, and the values of variables named so', () => {
    const { around, written } = surroundings({ MY_TOKEN: 'quite-unusual-value' });
    const { log } = openLog({ 'log-format': 'json' }, around);
    log?.error({ error: 'sk-1234567890abcdefghij' }, 'failed with quite-unusual-value');
    expect(written.join('')).not.toMatch(/sk-1234|quite-unusual/);
    expect(written.join('')).toContain('failed with ');
  });

  it.each([
    [{ 'log-level': 'loud' }, '"loud" is not a level of a log: give debug, info, warn, error'],
    [{ 'log-format': 'xml' }, '"xml" is not a form of a log: give pretty or json'],
  ])('refuses %j', (values, message) => {
    expect(() => openLog(values, surroundings().around)).toThrow(message);
  });
});
