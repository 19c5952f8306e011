import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { getText, type AssistantMessage, type Message } from '@timestep-ai/timestep/core';
import type { AgentFn } from '@timestep-ai/timestep/port';

/** The agents, with the agents that each may ask, and whether it has the tools. */
const AGENTS = {
  incident: { agents: ['../logs', '../billing'], hasTools: true },
  logs: { agents: ['../archive'], hasTools: true },
  billing: { agents: ['../logs'], hasTools: false },
  archive: { agents: [], hasTools: false },
} as const;

/** Writes the folders of the agents, whose tools are a server in a process of its own. */
export function writeAgents(folder: string): string {
  const tools = join(import.meta.dirname, 'incident-tools.ts');
  const args = ['--conditions=@timestep/source', tools];
  for (const [name, { agents, hasTools }] of Object.entries(AGENTS)) {
    mkdirSync(join(folder, name), { recursive: true });
    const ops = { command: process.execPath, args, startTimeoutSeconds: 120 };
    const manifest = {
      metadata: { name },
      agents,
      ...(hasTools && {
        mcpServers: { ops },
        permissions: { allow: ['agents_*', 'ops_read_log'], ask: ['ops_rollback'] },
      }),
    };
    writeFileSync(join(folder, name, 'tsagent.json'), JSON.stringify(manifest));
  }
  return join(folder, 'incident');
}

type Called = readonly [name: string, args: object];
type Reply = string | readonly Called[];

const ask = (agent: string, message: string): Called => ['agents_call_agent', { agent, message }];

/** What each agent replies in each step, by the question that it was asked. */
const REPLIES: Readonly<Record<string, (question: string) => readonly Reply[]>> = {
  incident: () => [
    [
      ask('logs', 'When did the errors of checkout begin, and what changed then?'),
      ask('billing', 'Were payments affected?'),
    ],
    [['ops_rollback', { service: 'checkout', version: '4.17.3' }]],
    'Checkout failed from 09:12 to 09:41, after deploy 4.18.0. It is back at 4.17.3; two invoices must be sent again.',
  ],
  logs: (question) => [
    [
      [
        'ops_read_log',
        { service: question.includes('invoices') ? 'billing' : 'checkout', lines: 200 },
      ],
    ],
    ...(question.includes('changed')
      ? [[ask('archive', 'What is the difference of checkout 4.17.3 and 4.18.0?')] as const]
      : []),
    question.includes('invoices')
      ? 'Invoices 4711 and 4712 failed.'
      : 'Errors began at 09:12, with deploy 4.18.0, which changed the timeout of payments.',
  ],
  billing: () => [[ask('logs', 'Which invoices failed since 09:12?')], 'Two invoices failed.'],
  archive: () => ['4.18.0 lowers the timeout of payments from 30 s to 3 s.'],
};

const PRICE_PER_TOKEN = 0.000_003;

/** Replies after a while that differs, so that the bars of the timeline do. */
export const model: AgentFn = async (messages, { task }) => {
  const asked = messages.findLast(({ role }) => role === 'user');
  const step = messages.filter(({ role }) => role === 'assistant').length;
  const reply = REPLIES[task.agent]?.(asked ? getText(asked) : '')[step] ?? 'I do not know.';
  await pause(260 + 140 * ((task.agent.length + step) % 4));
  return { role: 'assistant', ...write(reply), ...spend(messages) };
};

function write(reply: Reply): Pick<AssistantMessage, 'content' | 'tool_calls'> {
  if (typeof reply === 'string') return { content: reply };
  const tool_calls = reply.map(([name, args], at) => ({
    id: `c${at}`,
    type: 'function' as const,
    function: { name, arguments: JSON.stringify(args) },
  }));
  return { content: null, tool_calls };
}

function spend(messages: readonly Message[]): Pick<AssistantMessage, 'usage' | 'cost_usd'> {
  const prompt_tokens = 900 + 240 * messages.length;
  const usage = { prompt_tokens, completion_tokens: 60, total_tokens: prompt_tokens + 60 };
  return { usage, cost_usd: usage.total_tokens * PRICE_PER_TOKEN };
}
