import { setTimeout as pause } from 'node:timers/promises';
import { getText, type AssistantMessage, type Message } from '@timestep-ai/timestep/core';
import type { AgentFn } from '@timestep-ai/timestep/port';

type Called = readonly [name: string, args: object];
type Reply = string | readonly Called[];

const ask = (agent: string, message: string): Called => ['agents_call_agent', { agent, message }];

const ASKED_LOGS = 'When did the errors of checkout begin, and what changed then?';
const ASKED_INVOICES = 'Which invoices failed since 09:12?';

/** What each agent replies in each step, by the question that it was asked. */
const REPLIES: Readonly<Record<string, (question: string) => readonly Reply[]>> = {
  incident: () => [
    [ask('logs', ASKED_LOGS), ask('billing', 'Were payments affected?')],
    [['ops_rollback', { service: 'checkout', version: '4.17.3' }]],
    'Checkout failed from 09:12 to 09:41, after deploy 4.18.0. It is back at 4.17.3; two invoices must be sent again.',
  ],
  logs: (question) =>
    question === ASKED_INVOICES
      ? [[['ops_read_log', { service: 'billing', lines: 200 }]], 'Invoices 4711 and 4712 failed.']
      : [
          [
            ['ops_read_log', { service: 'checkout', lines: 200 }],
            ['graphs_errors', { service: 'checkout' }],
          ],
          [ask('archive', 'What is the difference of checkout 4.17.3 and 4.18.0?')],
          'Errors began at 09:12, with deploy 4.18.0, which changed the timeout of payments.',
        ],
  billing: () => [[ask('logs', ASKED_INVOICES)], 'Two invoices failed.'],
  archive: () => ['4.18.0 lowers the timeout of payments from 30 s to 3 s.'],
};

const PRICE_PER_TOKEN = 0.000_003;

/** Takes the place of a model. It takes its time and has a price, as models do. */
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
