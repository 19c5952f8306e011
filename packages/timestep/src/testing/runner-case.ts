import assert from 'node:assert/strict';
import {
  isFinal,
  textOf,
  transcriptOf,
  type Message,
  type Submission,
  type Task,
  type ToolCall,
} from '../core/index.ts';
import { functionEnvironment, type ToolSet } from '../environment/index.ts';
import {
  servedAgentsOf,
  type AgentFn,
  type Runner,
  type ServedAgent,
  type ServedAgents,
} from '../port/index.ts';

/** Makes a runner that serves these agents, which may change; each case gets a fresh one and closes it. */
export type CreateRunner = (agents: ServedAgents) => Runner | Promise<Runner>;

/** One case of the suite: it rejects where the runner does not behave as it should. */
export interface RunnerCase {
  readonly name: string;
  run(create: CreateRunner): Promise<void>;
}

export const NEVER: AbortSignal = new AbortController().signal;

/** What the agent of a case is. */
export interface Setting {
  readonly agent?: AgentFn;
  readonly toolSite?: ServedAgent['toolSite'];
  /** The tools, which may use the runner. */
  readonly tools?: ToolSet | ((runner: () => Runner) => ToolSet);
  readonly toolsAllowed?: readonly string[];
  readonly abandon?: NonNullable<ServedAgent['abandon']>;
}

export function runnerCase(
  name: string,
  {
    agent = listener(),
    toolSite = 'server',
    tools = { a: () => 'ran a', b: () => 'ran b' },
    toolsAllowed,
    abandon,
  }: Setting,
  check: (runner: Runner) => Promise<void>,
): RunnerCase {
  let opened: Runner | undefined;
  const runnerOfTools = (): Runner => {
    if (!opened) throw new Error('a tool was called before the runner was there');
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
    ...(abandon && { abandon }),
  };
  return {
    name,
    async run(create) {
      const runner = await create(servedAgentsOf([served]));
      opened = runner;
      try {
        await check(runner);
      } finally {
        await runner.close(0);
      }
    },
  };
}

export function message(text: string, messageId = 'm1'): Submission {
  return { agent: 'subject', principal: '', messageId, message: { role: 'user', content: text } };
}

export function reply(task: Task, messageId: string): Submission {
  return { agent: 'subject', principal: '', messageId, taskId: task.id };
}

export async function finished(runner: Runner, task: Task): Promise<Task> {
  const ended = await settled(runner, task);
  assert.ok(isFinal(ended), `the task is ${ended.state}`);
  return ended;
}

export function settled(runner: Runner, task: Task): Promise<Task> {
  return runner.settled(task.id, NEVER);
}

export function contents(task: Task): unknown[] {
  return transcriptOf(task).map((it) => it.content ?? '');
}

export function callOf(name: string, args: object = {}): ToolCall {
  const called = { name, arguments: JSON.stringify(args) };
  return { id: `call-${name}`, type: 'function', function: called };
}

export function listener(): AgentFn {
  return (messages) => ({
    role: 'assistant',
    content: `heard ${lastText(messages)}`,
  });
}

export function lastText(messages: readonly Message[]): string {
  const last = messages.at(-1);
  return last ? textOf(last) : '';
}
