import assert from 'node:assert/strict';
import {
  hasTaskEnded,
  getText,
  buildTranscript,
  type Message,
  type Submission,
  type Task,
  type ToolCall,
} from '#core';
import { functionEnvironment, type ToolSet } from '#engine/tools';
import {
  toServedAgents,
  type AgentFn,
  type Runner,
  type ServedAgent,
  type ServedAgents,
} from '#engine/port';

/**
 * Creates a runner for a set of agents that may change. Each case gets a fresh runner and closes
 * it.
 */
export type CreateRunner = (agents: ServedAgents) => Runner | Promise<Runner>;

/** A test case for runners. It rejects if the runner misbehaves. */
export interface RunnerCase {
  readonly name: string;
  run(create: CreateRunner): Promise<void>;
}

export const NEVER: AbortSignal = new AbortController().signal;

/** The agent of a test case. */
export interface AgentUnderTest {
  readonly agent?: AgentFn;
  readonly toolSite?: ServedAgent['toolSite'];
  /** Tools of the agent. A function receives a getter of the runner. */
  readonly tools?: ToolSet | ((runner: () => Runner) => ToolSet);
  readonly toolsAllowed?: readonly string[];
  readonly output?: NonNullable<ServedAgent['output']>;
  readonly abandon?: NonNullable<ServedAgent['abandon']>;
}

export function createRunnerCase(
  name: string,
  {
    agent = createListenerAgent(),
    toolSite = 'server',
    tools = { a: () => 'ran a', b: () => 'ran b' },
    toolsAllowed,
    output,
    abandon,
  }: AgentUnderTest,
  check: (runner: Runner) => Promise<void>,
): RunnerCase {
  let opened: Runner | undefined;
  const runnerOfTools = (): Runner => {
    if (!opened) throw new Error('a tool was called before the runner was created');
    return opened;
  };
  const environment = functionEnvironment(
    typeof tools === 'function' ? tools(runnerOfTools) : tools,
  );
  const served: ServedAgent = {
    name: 'subject',
    agent,
    toolSite,
    limits: { max_steps: 30, time_limit_s: 60 },
    toolsAllowed,
    environment: () => environment,
    ...(output && { output }),
    ...(abandon && { abandon }),
  };
  return {
    name,
    async run(create) {
      const runner = await create(toServedAgents([served]));
      opened = runner;
      try {
        await check(runner);
      } finally {
        await runner.close(0);
      }
    },
  };
}

export function createMessage(text: string, messageId = 'm1'): Submission {
  return { agent: 'subject', principal: '', messageId, message: { role: 'user', content: text } };
}

export function createReplyMessage(task: Task, messageId: string): Submission {
  return { agent: 'subject', principal: '', messageId, taskId: task.id };
}

export async function waitUntilFinished(runner: Runner, task: Task): Promise<Task> {
  const ended = await waitUntilSettled(runner, task);
  assert.ok(hasTaskEnded(ended), `the task is ${ended.state}`);
  return ended;
}

export function waitUntilSettled(runner: Runner, task: Task): Promise<Task> {
  return runner.waitUntilSettled(task.id, NEVER);
}

export function listContents(task: Task): unknown[] {
  return buildTranscript(task).map((it) => it.content ?? '');
}

export function createToolCall(name: string, args: object = {}): ToolCall {
  const called = { name, arguments: JSON.stringify(args) };
  return { id: `call-${name}`, type: 'function', function: called };
}

export function createListenerAgent(): AgentFn {
  return (messages) => ({
    role: 'assistant',
    content: `heard ${getLastText(messages)}`,
  });
}

export function getLastText(messages: readonly Message[]): string {
  const last = messages.at(-1);
  return last ? getText(last) : '';
}
