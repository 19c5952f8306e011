import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { getText, type Message } from '#core';
import { functionEnvironment, type ToolSet } from '#engine/tools';
import { scriptedAgent, type ScriptedOutput } from '#agents/model';
import type { Backend, ServedAgent } from '#engine/port';
import { openMemory, systemClock } from '#engine/runner';
import type { ChatAgent } from './chat-agent.ts';
import { openChatSession } from './chat-session.ts';
import type { ChatSession } from './terminal-chat.ts';

/** A test backend with one agent whose replies come from a function. */
export interface FixtureAgent {
  readonly backend: Backend;
  /** Opens a stored or a new conversation with the agent. */
  readonly open: (sessionId?: string) => Promise<ChatSession>;
  /** Transcripts that were passed to the agent. */
  readonly asked: (readonly Message[])[];
  /** Names of the called tools. */
  readonly called: string[];
}

export type ReplyFn = (
  said: string,
  turn: number,
  signal: AbortSignal,
) => ScriptedOutput | Promise<ScriptedOutput>;

export function createFixtureAgent(reply: ReplyFn, change: Partial<ChatAgent> = {}): FixtureAgent {
  const asked: (readonly Message[])[] = [];
  const called: string[] = [];
  const tool = (name: string, needsApproval: boolean, hangs: boolean): ToolSet => ({
    [name]: {
      needsApproval,
      parameters: { type: 'object' },
      execute: () => {
        called.push(name);
        return hangs ? new Promise<never>(() => undefined) : `${name} done`;
      },
    },
  });
  const environment = functionEnvironment({
    ...tool('look', false, false),
    ...tool('write', true, false),
    ...tool('hang', false, true),
  });
  const served: ServedAgent = {
    name: 'guide',
    agent: scriptedAgent((messages, context) => {
      asked.push(messages);
      const last = messages.findLast(({ role }) => role === 'user');
      return reply(last ? getText(last) : '', asked.length, context.signal);
    }),
    toolSite: 'server',
    limits: { max_steps: 10, time_limit_s: 60 },
    environment: () => environment,
  };
  const backend = openMemory({ agents: [served] });
  onTestFinished(() => backend.close(0));
  const agent: ChatAgent = {
    served,
    facts: [['name', 'Guide']],
    answers: served.agent,
    listItems: () => Promise.resolve([]),
    hasOwnItems: false,
    getContextWindow: () => Promise.resolve(128_000),
    onError: () => undefined,
    close: () => Promise.resolve(),
    ...change,
  };
  const deps = {
    agent,
    backend,
    principal: '',
    clock: systemClock,
    newId: randomUUID,
    getLicense: () => 'MIT',
  };
  return { backend, asked, called, open: (sessionId) => openChatSession(deps, sessionId) };
}

export function createToolCall(tool: string, args: object = {}): ScriptedOutput {
  return { call: { tool, arguments: { ...args } } };
}
