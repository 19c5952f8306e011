import { describe, expect, it } from 'vitest';
import { createOptionValues } from '../command.ts';
import type { CommandContext } from '../command.ts';
import { writeErrorLine } from '../output/error-writer.ts';
import { addLogIfRequested } from './command-log.ts';

function createTestContext(env: Record<string, string> = {}, isWatched = false) {
  const written: string[] = [];
  const context = {
    env,
    isStderrTerminal: isWatched,
    writeError: (text: string) => written.push(text),
  };
  return { context: context as unknown as CommandContext, written };
}

describe('openLog', () => {
  it('leaves complaints as they are where no log is asked for', () => {
    const { context, written } = createTestContext();
    const { log, writeError } = addLogIfRequested(createOptionValues({}), context);
    writeError('timestep: no\n');
    expect({ log, written }).toEqual({ log: undefined, written: ['timestep: no\n'] });
  });

  it('writes a line of JSON each', () => {
    const { context, written } = createTestContext({ LOG_LEVEL: 'info' });
    const { log, writeError } = addLogIfRequested(createOptionValues({}), context);
    log?.info({ task_id: 't1', duration_ms: 3 }, 'a turn ended');
    log?.debug({}, 'nothing');
    writeError('timestep: warning: a tool is gone\ntimestep: the disk is full\n');
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
    const { context, written } = createTestContext({}, true);
    const { log } = addLogIfRequested(createOptionValues({ 'log-level': 'debug' }), context);
    log?.debug({ agent: 'guide\u001B[31m\nfake' }, 'a call ended');
    expect(written).toEqual([
      expect.stringMatching(/^[\d:.]{12} debug a call ended agent=guide\\u\{1b\}\[31m⏎fake\n$/),
    ]);
  });

  it('keeps the message of a peer in one line, whatever lines it imitates', () => {
    const forged = 'no\ntimestep: all is well\r\n{"level":"info"}\u2028x';
    const shown = 'no⏎timestep: all is well\\u{d}⏎{"level":"info"}\\u{2028}x';
    const pretty = createTestContext({}, true);
    const values = createOptionValues({ 'log-level': 'debug' });
    const people = addLogIfRequested(values, pretty.context);
    writeErrorLine(people.writeError, forged);
    people.log?.warn({ peer: forged }, forged);
    expect(pretty.written).toEqual([
      expect.stringMatching(/^[\d:.]{12} error no⏎timestep: all is well[^\n]*\n$/),
      expect.stringContaining(` warn  ${shown} peer=${shown}\n`),
    ]);
    const json = createTestContext({}, false);
    const program = addLogIfRequested(values, json.context);
    writeErrorLine(program.writeError, forged);
    const plain = createTestContext();
    writeErrorLine(plain.context.writeError, forged);
    expect(json.written.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { level: 'error', msg: 'no\ntimestep: all is well\\u{d}\n{"level":"info"}\\u{2028}x' },
    ]);
    expect(plain.written).toEqual([
      'timestep: no\n  timestep: all is well\\u{d}\n  {"level":"info"}\\u{2028}x\n',
    ]);
  });

  it('masks what looks like a secret, and the values of variables named so', () => {
    const { context, written } = createTestContext({ MY_TOKEN: 'quite-unusual-value' });
    const { log } = addLogIfRequested(createOptionValues({ 'log-format': 'json' }), context);
    log?.error({ error: 'sk-1234567890abcdefghij' }, 'failed with quite-unusual-value');
    expect(written.join('')).not.toMatch(/sk-1234|quite-unusual/);
    expect(written.join('')).toContain('failed with ');
  });

  it.each([
    [{ 'log-level': 'loud' }, '"loud" is not a log level: use debug, info, warn, error'],
    [{ 'log-format': 'xml' }, '"xml" is not a log format: use pretty or json'],
  ])('refuses %j', (values, message) => {
    expect(() =>
      addLogIfRequested(createOptionValues(values), createTestContext().context),
    ).toThrow(message);
  });
});
