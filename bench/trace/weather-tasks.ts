import { randomUUID } from 'node:crypto';
import { functionEnvironment, type ToolSet } from '@timestep-ai/timestep/tools';
import type { AgentFn, Backend } from '@timestep-ai/timestep/port';
import { openMemory } from '@timestep-ai/timestep/runner';
import * as weather from '../episode/weather.ts';

/** Creates a backend in memory, whose only agent answers about the weather. */
export function createWeatherBackend(agent: AgentFn, tools: ToolSet): Backend {
  const environment = functionEnvironment(tools, weather.INSTRUCTIONS);
  const served = {
    name: 'weather',
    agent,
    toolSite: 'server',
    limits: { max_steps: 10, time_limit_s: 60 },
    environment: () => environment,
  } as const;
  return openMemory({ agents: [served] });
}

/** Submits one task to the agent, and waits for its answer. */
export async function runOneTask({ runner }: Backend): Promise<string> {
  const { id } = await runner.submit({
    agent: 'weather',
    principal: 'bench',
    messageId: randomUUID(),
    message: { role: 'user', content: weather.QUESTION },
  });
  const task = await runner.waitUntilSettled(id, FOREVER);
  if (task.state !== 'completed' || task.steps !== 2) {
    throw new Error(`the task went wrong: ${task.state} after ${task.steps} steps`);
  }
  const last = task.entries?.last.message;
  return last?.role === 'assistant' ? (last.content ?? '') : '';
}

const FOREVER = new AbortController().signal;
