import { textOf, type AssistantMessage, type Message, type ToolSchema } from 'timestep/core';
import type { AgentFn, ServedAgent, ToolEnvironment } from 'timestep/port';
import { AGENTS, TOOLS } from './scenario.ts';

/** Something done outside the process; what is said of it may be `applied` or `repeated`. */
export type Outside = (kind: string, key: string, attempt: number) => Promise<string>;

export function createAgents(
  outside: Outside,
  handOff: (key: string) => Promise<string>,
  mayAnswer: (agent: string) => Promise<void>,
): ServedAgent[] {
  const environment: ToolEnvironment = {
    listTools: () =>
      TOOLS.map(({ name, replay, needsApproval = false }): ToolSchema => ({
        type: 'function',
        ...(replay && { replay }),
        ...(needsApproval && { needsApproval }),
        function: { name, parameters: { type: 'object' } },
      })),
    async callTool({ name }, { key, attempt }) {
      if (name === 'handoff') return { content: await handOff(key) };
      await outside(name, key, attempt);
      return { content: `ran ${name}` };
    },
    async probeTool({ name }, { key, attempt }) {
      const known = await outside(`probe ${name}`, key, attempt);
      return known === 'unknown' ? 'not-run' : { content: `ran ${name}` };
    },
  };
  const thinking =
    (name: string, reply: (messages: readonly Message[]) => AssistantMessage): AgentFn =>
    async (messages, { key, attempt }) => {
      await outside('model', key, attempt);
      await mayAnswer(name);
      return reply(messages);
    };
  return AGENTS.map((name): ServedAgent => ({
    name,
    agent: thinking(name, name === 'subject' ? callsFirst : answers),
    toolSite: 'server',
    limits: { max_steps: 30, time_limit_s: 60 },
    environment: () => environment,
  }));
}

/** Asks for every tool once, side by side, then answers. */
function callsFirst(messages: readonly Message[]): AssistantMessage {
  if (messages.some((message) => message.role === 'tool')) return answers(messages);
  const tool_calls = TOOLS.map(({ name }) => ({
    id: `call-${name}`,
    type: 'function' as const,
    function: { name, arguments: '{}' },
  }));
  return { role: 'assistant', content: '', tool_calls };
}

/** Answers all messages with what they say. */
function answers(messages: readonly Message[]): AssistantMessage {
  const heard = messages.flatMap((message) => (message.role === 'user' ? [textOf(message)] : []));
  return { role: 'assistant', content: `heard ${heard.join(' and ')}` };
}
