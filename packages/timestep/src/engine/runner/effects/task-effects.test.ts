import { describe, expect, it } from 'vitest';
import { CORE_VERSION, DEFAULT_LIMITS, drive, type Effects, type TaskEvent } from '#core';
import { functionEnvironment } from '#engine/tools';
import type { ServedAgent } from '#engine/port';
import { createEffects, type EffectTarget } from './task-effects.ts';
import { createInterrupter } from '../interrupter.ts';
import { MemoryTaskLog, type TaskLog } from '../log/task-log.ts';

const environment = functionEnvironment({ f: () => 1, g: () => 2 }, 'Be brief.');
const calls = ['f', 'g'].map((name) => ({
  id: name,
  type: 'function' as const,
  function: { name, arguments: '{}' },
}));

const served: ServedAgent = {
  name: 'a',
  agent: (messages) =>
    messages.at(-1)?.role === 'tool'
      ? { role: 'assistant', content: 'done' }
      : { role: 'assistant', content: '', tool_calls: calls },
  toolSite: 'server',
  limits: DEFAULT_LIMITS,
  environment: () => environment,
};

const first: TaskEvent = {
  type: 'task.submitted',
  taskId: 't',
  contextId: 'c',
  agent: 'a',
  principal: '',
  coreVersion: CORE_VERSION,
  toolSite: 'server',
  limits: DEFAULT_LIMITS,
  seed: 0,
  loadPrompt: true,
  history: [{ role: 'user', content: 'hi' }],
  clientTools: [],
};

/** More than any honest drive of this task asks for: a drive that spins is stopped here. */
const FAR_TOO_MANY = 50;

/** A log that is written later, and from one append on not at all, as when it was given up. */
function logFailingFrom(append: number): { log: TaskLog; asked: () => number } {
  const kept = new MemoryTaskLog(first, { now: () => 0 });
  let asked = 0;
  const log: TaskLog = {
    get task() {
      return kept.task;
    },
    append(event) {
      asked += 1;
      // Thrown, not rejected: a drive that ignores rejections must not get past it.
      if (asked > FAR_TOO_MANY) throw new Error('the drive spins');
      if (asked >= append) return Promise.reject(new Error('the disk is full'));
      return Promise.resolve(kept.append(event));
    },
    show: () => undefined,
  };
  return { log, asked: () => asked };
}

function createLoopEffects(log: EffectTarget, agent: ServedAgent): Effects {
  return createEffects(log, agent, createInterrupter(), {
    waitUntil: () => Promise.reject(new Error('nothing to wait for')),
  });
}

describe('drive', () => {
  const all = 10;

  it('records as much as the failing logs below allow for', async () => {
    const { log, asked } = logFailingFrom(Number.POSITIVE_INFINITY);
    await drive(log, createLoopEffects(log, served));
    expect(log.task.state).toBe('completed');
    expect(asked()).toBe(all);
  });

  it.each(Array.from({ length: all }, (_, index) => index + 1))(
    'gives up when append %i fails, and never asks again and again',
    async (append) => {
      const { log, asked } = logFailingFrom(append);
      const effects = createLoopEffects(log, served);
      await expect(drive(log, effects)).rejects.toThrow('the disk is full');
      expect(asked()).toBeLessThan(FAR_TOO_MANY);
    },
  );
});

it('shows the agent and its tools what the session gave to the turn', async () => {
  const turn = { model: 'a/b', include: [], exclude: [], permitted: ['f'] };
  const log = new MemoryTaskLog({ ...first, turn }, { now: () => 0 });
  const seen: unknown[] = [];
  const watched: ServedAgent = {
    ...served,
    agent: (messages, context) => {
      seen.push(context.turn);
      return served.agent(messages, context);
    },
    environment: () => ({
      ...environment,
      callTool: (_call, context) => {
        seen.push(context.turn);
        return { content: '1' };
      },
    }),
  };
  await drive(log, createLoopEffects(log, watched));
  expect(seen).toEqual([turn, turn, turn, turn]);
});

it.each([false, true])('keeps which model was asked (fails: %s)', async (fails) => {
  const log = new MemoryTaskLog(first, { now: () => 0 });
  const naming: ServedAgent = {
    ...served,
    agent: (_, { called }) => {
      called?.({ provider: 'openai', model: 'gpt' });
      if (fails) throw new Error('no answer');
      called?.({ response_model: 'gpt-2026' });
      return { role: 'assistant', content: 'done' };
    },
  };
  const event = await createEffects(log, naming, createInterrupter()).callModel(1, 1);
  const asked = { provider: 'openai', model: 'gpt' };
  expect(event).toMatchObject({ type: fails ? 'model.failed' : 'model.replied' });
  expect('called' in event && event.called).toEqual(
    fails ? asked : { ...asked, response_model: 'gpt-2026' },
  );
});

it('knows no tools where their list is not one', async () => {
  const strange = { ...environment, listTools: async () => [{}] as never };
  const log = new MemoryTaskLog(first, { now: () => 0 });
  const strangely = { ...served, environment: () => strange };
  const effects = createEffects(log, strangely, createInterrupter());
  expect(await effects.loadToolTraits()).toEqual(new Map());
});
