import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { AgentFn, ServedAgent } from '@timestep-ai/timestep/port';
import { functionEnvironment } from '@timestep-ai/timestep/tools';

const POISON_MS = 300;
const SLOW_MS = 2000;

const agent: AgentFn = (messages) => {
  if (messages.at(-1)?.role === 'tool') return { role: 'assistant', content: 'done' };
  const tool_calls = ['poison', 'slow'].map((name) => ({
    id: name,
    type: 'function' as const,
    function: { name, arguments: '{}' },
  }));
  return { role: 'assistant', content: null, tool_calls };
};

async function poison(harmless: string): Promise<string> {
  await pause(POISON_MS);
  if (!existsSync(harmless)) process.abort();
  return 'ran';
}

async function slow(): Promise<string> {
  await pause(SLOW_MS);
  return 'ran';
}

/** An agent that makes two calls at once, of which one ends the process, until the file `harmless` exists. */
export function serveCallsAtOnce(folder: string): ServedAgent {
  const environment = functionEnvironment({
    poison: { replay: 'safe', execute: () => poison(join(folder, 'harmless')) },
    slow: { replay: 'safe', execute: slow },
  });
  const limits = { max_steps: 5, time_limit_s: 60, model_patience_s: 60 };
  return { name: 'a', agent, toolSite: 'server', limits, environment: () => environment };
}
