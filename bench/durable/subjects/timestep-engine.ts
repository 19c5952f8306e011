import {
  DEFAULT_LIMITS,
  getText,
  buildTranscript,
  type AssistantMessage,
} from '@timestep-ai/timestep/core';
import type { Runner, ServedAgent, ToolEnvironment } from '@timestep-ai/timestep/port';
import { createSqliteRunner } from '@timestep-ai/timestep/runner';
import { join } from 'node:path';
import { checkEffect, type Perform } from '../effect.ts';
import type { Engine, EngineDeps } from '../engine.ts';

const never = new AbortController().signal;

/**
 * Starts Timestep's runner. Effects alternate: a model call that requests one tool call, then that
 * tool call. The final model call, which answers, is not counted.
 */
export function startTimestep(
  { folder, perform }: EngineDeps,
  synchronous: 'FULL' | 'NORMAL',
): Promise<Engine> {
  const path = join(folder, `${synchronous}.db`);
  const runner = createSqliteRunner({
    path,
    agents: [workerDoing(perform)],
    synchronous,
    onError: (thrown) => console.error(thrown),
  });
  return Promise.resolve(createEngine(runner));
}

/** Submits tasks to any runner. */
export function createEngine(runner: Runner): Engine {
  return {
    async submit(name, effects) {
      const { id } = await runner.submit({
        agent: 'worker',
        principal: 'bench',
        messageId: name,
        message: { role: 'user', content: String(effects) },
      });
      return {
        async answer() {
          const task = await runner.waitUntilSettled(id, never);
          const last = buildTranscript(task).at(-1);
          if (task.state !== 'completed' || last?.role !== 'assistant') {
            throw new Error(`${name} is ${task.state}: ${JSON.stringify(task.end)}`);
          }
          return Number(last.content);
        },
      };
    },
    stop: () => runner.close(1000),
  };
}

export function workerDoing(perform: Perform): ServedAgent {
  const environment: ToolEnvironment = {
    listTools: () => [
      { type: 'function', replay: 'safe', function: { name: 'work', parameters: {} } },
    ],
    callTool: async (call) => ({ content: await perform(Number(call.arguments['number'])) }),
  };
  return {
    name: 'worker',
    toolSite: 'server',
    limits: { ...DEFAULT_LIMITS, max_steps: 1_000_000, time_limit_s: 600 },
    environment: () => environment,
    async agent(messages): Promise<AssistantMessage> {
      const [asked, last] = [messages[0], messages.at(-1)];
      const done = messages.length - 1;
      if (last && done > 0) checkEffect(getText(last), done);
      if (!asked || done >= Number(getText(asked))) {
        return { role: 'assistant', content: String(done) };
      }
      const content = await perform(done + 1);
      const call = { name: 'work', arguments: JSON.stringify({ number: done + 2 }) };
      const tool_calls = [{ id: `call_${done + 2}`, type: 'function' as const, function: call }];
      return { role: 'assistant', content, tool_calls };
    },
  };
}
