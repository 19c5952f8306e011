import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { textOf, type Message } from '../../core/index.ts';
import { functionEnvironment, type ToolSet } from '../../environment/index.ts';
import { scriptedAgent, type ScriptedOutput } from '../../model/index.ts';
import type { Runner, ServedAgent } from '../../port/index.ts';
import { createMemoryRunner } from '../../runner/index.ts';
import { runnerConversation, type RunnerConversation } from './runner-conversation.ts';

/** A runner for an agent that answers as a function says. */
export interface FixtureAgent {
  readonly runner: Runner;
  readonly open: (sessionId?: string) => RunnerConversation;
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

export function agentOf(reply: Reply): FixtureAgent {
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
  const runner = createMemoryRunner({ agents: [served] });
  onTestFinished(() => runner.close(0));
  return {
    runner,
    asked,
    called,
    open: (sessionId = randomUUID()) =>
      runnerConversation({
        runner,
        agent: 'guide',
        principal: '',
        sessionId,
        newId: randomUUID,
        startOptions: () => ({}),
      }),
  };
}

/** A reply that calls a tool. */
export function calling(tool: string, args: object = {}): ScriptedOutput {
  return { call: { tool, arguments: { ...args } } };
}
