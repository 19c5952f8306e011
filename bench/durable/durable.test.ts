import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkEffect, createCountedEffects, createEffectText } from './effect.ts';
import type { Engine } from './engine.ts';
import { toRecovery } from './measure-recovery.ts';
import { CRASH } from './measurement.ts';
import { formatReason } from './reason.ts';
import { freePort, startProgram } from './servers/child-server.ts';
import { readCpuTime, parseStat } from './servers/cpu-of.ts';
import { doTasks, createNames } from './work.ts';

describe('the check of an effect', () => {
  it('takes what the effect of that number came to', () => {
    assert.doesNotThrow(() => checkEffect(createEffectText(7), 7));
  });

  it('refuses the result of another effect, and none', () => {
    assert.throws(() => checkEffect(createEffectText(6), 7), /effect 7 came to/);
    assert.throws(() => checkEffect(undefined, 7), /effect 7 came to/);
  });

  it('counts what is done', async () => {
    const effects = createCountedEffects();
    assert.equal(effects.firstAt(), undefined);
    assert.equal(await effects.perform(3), createEffectText(3));
    assert.equal(effects.count(), 1);
    assert.equal(effects.firstAt(), effects.lastAt());
  });
});

describe('doTasks', () => {
  it('hands over all, then waits for all', async () => {
    const names: string[] = [];
    await doTasks(engineAnswering(50, names), createNames('task', 2), 50);
    assert.deepEqual(names, ['task-1', 'task-2']);
  });

  it('refuses a task that counts fewer effects than it was given', async () => {
    await assert.rejects(doTasks(engineAnswering(49), ['a'], 50), /50 effects counts 49/);
  });
});

describe('recoveryOf', () => {
  const left = CRASH.tasks * CRASH.effects - CRASH.killAt;

  it('tells seconds since the second process was started, and what was done twice', () => {
    const resumed = { wentOnAt: 1200, doneAt: 1500, effects: left + 3 };
    assert.deepEqual(toRecovery(resumed, 1000), { wentOn: 0.2, done: 0.5, repeated: 3 });
  });

  it('tells nothing of what did not happen in time', () => {
    const resumed = { wentOnAt: null, doneAt: null, effects: 0 };
    const nothing = { wentOn: undefined, done: undefined, repeated: undefined };
    assert.deepEqual(toRecovery(resumed, 1000), nothing);
  });

  it('refuses an end that leaves out the effect in the middle of which the process died', () => {
    const resumed = { wentOnAt: 1200, doneAt: 1500, effects: left };
    assert.throws(() => toRecovery(resumed, 1000), /effects after the kill/);
  });
});

describe('reasonOf', () => {
  it('is the last error that a process wrote, in one line', () => {
    const stderr =
      "file.js:1\nError [ERR_MODULE_NOT_FOUND]: Cannot find package 'peer'\n    at resolve (a.js:1)\n";
    const reason = "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'peer'";
    assert.equal(formatReason(Object.assign(new Error('Command failed'), { stderr })), reason);
  });

  it('is the message where no process wrote anything', () => {
    assert.equal(
      formatReason(new Error('PostgreSQL is\nnot installed')),
      'PostgreSQL is not installed',
    );
    assert.equal(formatReason('gone'), 'gone');
  });
});

describe('the CPU of a server', () => {
  it('is read from the right fields, whatever the program is called', () => {
    const stat = '42 (a (b) 7 c) S 7 42 42 0 -1 4194304 1 2 3 4 50 60 70 80 20 0 1 0 99';
    assert.deepEqual(parseStat(stat), { pid: 42, parent: 7, own: 110, ofEndedChildren: 150 });
  });

  it('is nothing where there is no server', () => {
    assert.equal(readCpuTime(0), 0);
  });
});

describe('startProgram', () => {
  it('says why a program did not start', async () => {
    const script = 'console.error("port taken"); process.exit(3)';
    const starting = startProgram(process.execPath, ['-e', script], {}, async () => false);
    await assert.rejects(starting, /did not start: port taken/);
    const missing = startProgram('no-such-program', [], {}, async () => false);
    await assert.rejects(missing, /no-such-program did not start: .*ENOENT/);
  });

  it('ends what it has started', async () => {
    const { pid, stop } = await startProgram(
      process.execPath,
      ['-e', 'setInterval(() => {}, 1000)'],
      {},
      async () => true,
    );
    await stop();
    assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
  });

  it('finds ports nobody listens on', async () => {
    assert.notEqual(await freePort(), 0);
  });
});

function engineAnswering(answer: number, names: string[] = []): Engine {
  return {
    async submit(name) {
      names.push(name);
      return { answer: async () => answer };
    },
    stop: async () => undefined,
  };
}
