import { expect, it } from 'vitest';
import type { ToolSchema } from '#core';
import { toServedAgents, type ServedAgent } from '#engine/port';
import { createInterrupter, interruptions } from '../interrupter.ts';
import { MemoryTaskLog } from '../log/task-log.ts';
import { createNewTask } from '../new-task.ts';
import { createTurnEnvironment } from './turn-environment.ts';

function toolNamed(name: string): ToolSchema {
  return { type: 'function', function: { name, parameters: {} } };
}

/** Surroundings whose environment lists what `list` returns; counts how often it is asked. */
function surroundings(list: () => readonly ToolSchema[]) {
  const asked = { environments: 0, lists: 0 };
  const served: ServedAgent = {
    name: 'a',
    agent: () => ({ role: 'assistant', content: '' }),
    toolSite: 'server',
    limits: { max_steps: 1, time_limit_s: 1 },
    environment() {
      asked.environments += 1;
      return {
        listTools() {
          asked.lists += 1;
          return list();
        },
        callTool: async () => ({ content: '' }),
      };
    },
  };
  const interrupter = createInterrupter();
  const site = { agents: toServedAgents([served]), clock: { now: () => 0 }, newId: () => 't' };
  const message = { role: 'user', content: '' } as const;
  const submission = { agent: 'a', principal: '', messageId: 'm', message };
  const log = new MemoryTaskLog(createNewTask(site, submission, undefined).first, site.clock);
  const surrounding = createTurnEnvironment(served, log, interrupter);
  return {
    asked,
    interrupter,
    environment: () => surrounding.environment(),
    tools: () => surrounding.tools(),
    refreshTools: () => surrounding.refreshTools(),
  };
}

it('asks once, until it is to look again', async () => {
  const {
    asked,
    environment,
    tools,
    refreshTools: toolsNow,
  } = surroundings(() => [toolNamed('one')]);
  await environment();
  await tools();
  await tools();
  expect(asked).toEqual({ environments: 1, lists: 1 });
  await toolsNow();
  await tools();
  expect(asked).toEqual({ environments: 2, lists: 2 });
});

it('stays as it was while the tools cannot be listed', async () => {
  let isAway = false;
  const { tools, refreshTools: toolsNow } = surroundings(() => {
    if (isAway) throw new Error('away');
    return [toolNamed('one')];
  });
  const before = await toolsNow();
  isAway = true;
  expect(await toolsNow()).toBe(before);
  expect(await tools()).toBe(before);
});

it('fails where there is nothing to stay as, or the effect was interrupted', async () => {
  const away = surroundings(() => {
    throw new Error('away');
  });
  await expect(async () => away.refreshTools()).rejects.toThrow('away');
  const there = surroundings(() => [toolNamed('one')]);
  await there.refreshTools();
  there.interrupter.interrupt(interruptions.canceled());
  await expect(async () => there.refreshTools()).rejects.toMatchObject({ code: 'canceled' });
});
