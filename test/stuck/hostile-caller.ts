import type { Submission, Task } from '@timestep-ai/timestep/core';
import type { Runner } from '@timestep-ai/timestep/port';
import type { Draw } from '../fuzz/random.ts';

const NEVER = new AbortController().signal;

/** Sends the first message of a task. Undefined if the runner refused it. */
export async function begin(
  runner: Runner,
  agent: string,
  messageId: string,
  draw: Draw,
): Promise<string | undefined> {
  const content = draw.of(['hi', '', 'a\0b', 'long '.repeat(3000), '\ud83d']);
  const message = { role: 'user', content } as const;
  const contextId = draw.chance(0.3) ? { contextId: `context-${draw.below(5)}` } : {};
  try {
    return (await runner.submit({ agent, principal: 'p', messageId, message, ...contextId })).id;
  } catch {
    return undefined;
  }
}

/** Does something to a task, at the right or the wrong time. What the runner refuses is no matter. */
export function disturb(runner: Runner, task: Task, messageId: string, draw: Draw): void {
  const said = { agent: task.origin.agent, principal: 'p', messageId, taskId: task.id };
  const submit = (more: Partial<Submission>): Promise<unknown> =>
    runner.submit({ ...said, ...more });
  const calls = task.calls.map(({ call }) => call.id);
  const callId = calls[draw.below(calls.length + 1)] ?? 'c0';
  const message = { role: 'user', content: draw.of(['yes', 'no', 'and?']) } as const;
  const act = draw.of<() => Promise<unknown>>([
    () => submit({ message }),
    () => submit({ message }),
    () => submit({ results: [{ callId, output: draw.of(['{}', 'done', '']) }] }),
    () => submit({ approvals: [{ callId, approved: draw.chance(0.5) }] } as never),
    () => submit({ message, results: [{ callId: 'nobody', output: '' }] }),
    () => runner.cancel(task.id),
    () => readSome(runner, task.id, draw.below(4)),
    () => Promise.resolve(),
    () => Promise.resolve(),
  ]);
  act().catch(() => undefined);
}

/** Follows a task, and leaves after some updates. */
async function readSome(runner: Runner, taskId: string, most: number): Promise<void> {
  const updates = runner.subscribe(taskId, 0, NEVER)[Symbol.asyncIterator]();
  for (let count = 0; count < most; count += 1) await updates.next();
  await updates.return?.();
}
