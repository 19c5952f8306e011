import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openCatalog } from '@timestep-ai/timestep/catalog';
import { getText } from '@timestep-ai/timestep/core';
import type { AgentFn } from '@timestep-ai/timestep/port';
import { openWeb, type Web } from './web.ts';

/** The agents, with the agents that each may ask. */
const AGENTS: Readonly<Record<string, readonly string[]>> = {
  incident: ['../logs', '../billing'],
  logs: [],
  billing: ['../logs'],
};

const PRICE_PER_TOKEN = 0.000_01;

/** Answers by agent and step, after a while that differs, so that the bars of the timeline do. */
const model: AgentFn = async (messages, { task }) => {
  const step = messages.filter(({ role }) => role === 'assistant').length;
  const last = messages.at(-1);
  await pause(300 + 130 * ((task.agent.length + step) % 4));
  if (task.agent === 'logs') return say('Errors began at 09:12, after deploy 4f1c.', 800);
  if (task.agent === 'billing') {
    return step === 0
      ? ask(500, ['logs', 'Which invoices failed since 09:12?'])
      : say('Two invoices failed.', 600);
  }
  return step === 0
    ? ask(1200, ['logs', 'When did the errors begin?'], ['billing', 'Were payments affected?'])
    : say(`Errors began at 09:12. ${last ? getText(last) : ''}`, 2000);
};

function say(content: string, prompt: number) {
  return { role: 'assistant', content, ...spend(prompt) } as const;
}

function ask(prompt: number, ...asked: readonly (readonly [agent: string, message: string])[]) {
  const tool_calls = asked.map(([agent, message], at) => ({
    id: `c${at}`,
    type: 'function' as const,
    function: { name: 'agents_call_agent', arguments: JSON.stringify({ agent, message }) },
  }));
  return { role: 'assistant', content: null, tool_calls, ...spend(prompt) } as const;
}

function spend(prompt_tokens: number) {
  const total_tokens = prompt_tokens + 50;
  const usage = { prompt_tokens, completion_tokens: 50, total_tokens };
  return { usage, cost_usd: total_tokens * PRICE_PER_TOKEN };
}

/** Opens a page with a run of an agent that asks two others, one of which asks again. */
export async function openIncident(): Promise<{ readonly web: Web; readonly taskId: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-incident-'));
  for (const [name, agents] of Object.entries(AGENTS)) {
    mkdirSync(join(folder, name));
    const manifest = { metadata: { name }, agents };
    writeFileSync(join(folder, name, 'tsagent.json'), JSON.stringify(manifest));
  }
  const catalog = await openCatalog([join(folder, 'incident')], { load: { model } });
  const web = await openWeb(catalog.servables);
  const taskId = await web.ask('incident', 'Checkout fails. What happened?');
  async function close(): Promise<void> {
    await web.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  return { web: { ...web, close }, taskId };
}
