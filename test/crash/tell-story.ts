import { createPushService } from 'timestep/a2a';
import { callsAwaitingApproval, transcriptOf, type Submission, type Task } from 'timestep/core';
import { createSafePost } from 'timestep/http';
import { RunnerError, type Outbox, type Runner, type ServedAgent } from 'timestep/port';
import { systemClock } from 'timestep/runner';
import { createAgents } from './agents.ts';
import type { KillPoints } from './kill-points.ts';
import type { Told } from './story.ts';

/** What the story is told on. */
export interface Stage {
  readonly runner: Runner;
  readonly outbox: Outbox;
}

const never = new AbortController().signal;

/**
 * Sends the same messages each time it is called, as a client would that got no answer, and returns
 * what became of them once they are answered.
 */
export async function tellStory(
  world: string,
  points: KillPoints,
  open: (agents: readonly ServedAgent[]) => Promise<Stage> | Stage,
): Promise<Told> {
  async function outside(kind: string, key: string, attempt: number): Promise<string> {
    points.pass(`before ${kind}`);
    const body = JSON.stringify({ kind, key, attempt });
    const said = await (await fetch(world, { method: 'POST', body })).text();
    points.pass(`after ${kind}`);
    return said;
  }

  /** What a handoff does over a wire: the same message to the other agent, however often it is made. */
  async function handOff(key: string): Promise<string> {
    const task = await send({ agent: 'helper', messageId: `handoff ${key}` }, 'help');
    const ended = await patiently(() => runner.settled(task.id, never));
    return transcriptOf(ended).at(-1)?.content as string;
  }

  // The task must not end before its second message was sent, however late that is.
  const bothSent = Promise.withResolvers<void>();
  const mayAnswer = async (agent: string): Promise<void> => {
    if (agent === 'talker') await bothSent.promise;
  };

  const { runner, outbox } = await open(createAgents(outside, handOff, mayAnswer));
  const safePost = createSafePost({ allowedHosts: [new URL(world).host] });
  const push = createPushService({
    outbox,
    runner,
    clock: systemClock,
    claimMs: 600,
    lookMs: 200,
    safePost: {
      ...safePost,
      async post(...given) {
        points.pass('before telling');
        const status = await safePost.post(...given);
        points.pass('after telling');
        return status;
      },
    },
  });

  /** Has the world told of a task, and waits until it was told of its end. */
  async function told({ id: taskId }: Task): Promise<void> {
    const url = `${world}/told`;
    await push.set({ taskId, id: 'world', url, version: '1.0' }, 1);
    while ((await (await fetch(`${url}/${taskId}`)).text()) !== 'ended') {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async function send(given: Omit<Submission, 'principal'>, content: string): Promise<Task> {
    points.pass(`before accepting ${given.messageId}`);
    const message = { role: 'user', content } as const;
    const task = await patiently(() => runner.submit({ principal: '', message, ...given }));
    points.pass(`after accepting ${given.messageId}`);
    return task;
  }

  /** Sends a message, waits until a person is asked, and has the person say yes in a second message. */
  async function approved(first: string, second: string, content: string): Promise<Task> {
    const begun = await send({ agent: 'subject', messageId: first }, first);
    const taskId = begun.id;
    const telling = told(begun);
    const asked = await patiently(() => runner.settled(taskId, never));
    const approvals = callsAwaitingApproval(asked).map(({ call }) => call.id);
    // A yes in words decides as well; where there is more to say, the decision goes with it.
    const decided =
      content === 'yes' ? {} : { approvals: [{ callId: 'call-pay', approved: true }] };
    if (approvals.length > 0 || asked.end) {
      await send({ agent: 'subject', taskId, messageId: second, ...decided }, content);
      push.wake(taskId);
    }
    await telling;
    return patiently(() => runner.settled(taskId, never));
  }

  /** Two messages, the second while the first is being answered. */
  async function talked(first: string, second: string): Promise<Task> {
    const begun = await send({ agent: 'talker', messageId: first }, first);
    const taskId = begun.id;
    const telling = told(begun);
    await send({ agent: 'talker', taskId, messageId: second }, second);
    bothSent.resolve();
    await telling;
    return patiently(() => runner.settled(taskId, never));
  }

  const ended = await Promise.all([
    approved('m1', 'm2', 'm2'),
    approved('m3', 'm4', 'yes'),
    talked('m5', 'm6'),
  ]);
  const { total } = await runner.list({ principal: '', pageSize: 1 });
  await push.close(1000);
  await runner.close(1000);
  const tasks = ended.map((task) => ({
    agent: task.origin.agent,
    state: task.state,
    generation: task.generation,
    transcript: transcriptOf(task),
  }));
  return { points: points.passed(), total, tasks };
}

const PAUSE_MS = 200;

/** Comes again when told to, as a client does. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (thrown) {
      if (!(thrown instanceof RunnerError && thrown.code === 'unavailable')) throw thrown;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
