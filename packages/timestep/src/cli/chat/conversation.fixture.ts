import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { textOf, type Message } from '../../core/index.ts';
import { functionEnvironment, type ToolSet } from '../../environment/index.ts';
import { scriptedAgent, type ScriptedOutput } from '../../model/index.ts';
import type { Backend, ServedAgent } from '../../port/index.ts';
import { openMemory, systemClock } from '../../runner/index.ts';
import type { ConversationAgent } from './chat-agent.ts';
import { openSessionTalk } from './session-talk.ts';
import type { Talk } from './talk.ts';

/** A backend for an agent that answers as a function says. */
export interface FixtureAgent {
  readonly backend: Backend;
  /** Opens a conversation with it, or a new one. */
  readonly open: (sessionId?: string) => Promise<Talk>;
  /** The transcripts that the agent was given. */
  readonly asked: (readonly Message[])[];
  /** Names of the tools that were called. */
  readonly called: string[];
}

export type Reply = (
  said: string,
  turn: number,
  signal: AbortSignal,
) => ScriptedOutput | Promise<ScriptedOutput>;

export function agentOf(reply: Reply, change: Partial<ConversationAgent> = {}): FixtureAgent {
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
      return reply(last ? textOf(last) : '', asked.length, context.signal);
    }),
    toolSite: 'server',
    limits: { max_steps: 10, time_limit_s: 60 },
    environment: () => environment,
  };
  const backend = openMemory({ agents: [served] });
  onTestFinished(() => backend.close(0));
  const agent: ConversationAgent = {
    served,
    facts: [['name', 'Guide']],
    answers: served.agent,
    items: () => Promise.resolve([]),
    hasOwnItems: false,
    window: () => Promise.resolve(128_000),
    onError: () => undefined,
    close: () => Promise.resolve(),
    ...change,
  };
  const site = {
    agent,
    backend,
    principal: '',
    clock: systemClock,
    newId: randomUUID,
    license: () => 'MIT',
  };
  return { backend, asked, called, open: (sessionId) => openSessionTalk(site, sessionId) };
}

/** A reply that calls a tool. */
export function calling(tool: string, args: object = {}): ScriptedOutput {
  return { call: { tool, arguments: { ...args } } };
}
