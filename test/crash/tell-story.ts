import { createPushService } from 'timestep/a2a';
import { transcriptOf, type Submission, type Task } from 'timestep/core';
import { createSafePost } from 'timestep/http';
import { RunnerError, type Backend, type ServedAgent } from 'timestep/port';
import { systemClock } from 'timestep/runner';
import { createAgents } from './agents.ts';
import type { KillPoints } from './kill-points.ts';
import { openLedger } from './ledger.ts';
import { createRespond } from './respond.ts';
import { SENT_ONCE, WIRED_SCENES } from './scenario.ts';
import { SCENES, type Ended, type Props } from './scenes.ts';
import type { Order, Told } from './story.ts';
import { createWires, WIRE } from './wires.ts';

/** What the story is told on. */
export type Stage = Pick<Backend, 'runner' | 'outbox' | 'responses'>;

/** How long a target waits after its sender was killed. */
const CLAIM_MS = 1500;

const never = new AbortController().signal;

/**
 * Plays the scenes, each from where an earlier process has left it: what was accepted is sent again or
 * not, as its client would. Returns what became of the tasks once all are answered.
 */
export async function tellStory(
  { world, served, ledger: ledgerPath, scenes, oldTasks, mute }: Order,
  points: KillPoints,
  open: (agents: readonly ServedAgent[]) => Promise<Stage> | Stage,
): Promise<Told> {
  const ledger = openLedger(ledgerPath);

  async function outside(what: string, key: string, attempt: number): Promise<string> {
    ledger.record({ kind: 'begun', what, key, attempt });
    points.pass(`before ${what}`);
    const body = JSON.stringify({ kind: what, key, attempt, pid: process.pid });
    const said = await (await fetch(world, { method: 'POST', body })).text();
    points.pass(`after ${what}`);
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
    if (agent === 'sleeper') await new Promise<never>(() => undefined);
  };

  const agents = createAgents(outside, handOff, mayAnswer);
  const wires = createWires({ world, served }, outside, points);
  const { runner, outbox, responses } = await open([...agents, ...wires.agents]);
  if (scenes.some((scene) => WIRED_SCENES.includes(scene))) await wires.open(runner, responses);
  const safePost = createSafePost({ allowedHosts: [new URL(world).host] });
  const push = createPushService({
    outbox,
    runner,
    clock: systemClock,
    claimMs: CLAIM_MS,
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

  async function told({ id: taskId }: Task): Promise<void> {
    const url = `${world}/told`;
    if (!ledger.has('told', taskId)) {
      await push.set({ taskId, id: 'world', url, version: '1.0' }, 1);
      ledger.record({ kind: 'told', taskId });
    }
    while ((await (await fetch(`${url}/${taskId}`)).text()) !== 'ended') {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async function send(given: Omit<Submission, 'principal'>, content?: string): Promise<Task> {
    const { messageId } = given;
    if (mute.includes(messageId)) await until(() => ledger.acceptedFor(messageId) !== undefined);
    const known = SENT_ONCE.has(messageId) ? ledger.acceptedFor(messageId) : undefined;
    if (known !== undefined) {
      const task = await patiently(() => runner.get(known));
      if (!task) throw new Error(`task ${known} is gone, though ${messageId} was accepted for it`);
      return task;
    }
    points.pass(`before accepting ${messageId}`);
    const message = content === undefined ? {} : { message: { role: 'user', content } as const };
    const task = await patiently(() => runner.submit({ principal: '', ...message, ...given }));
    ledger.record({ kind: 'accepted', messageId, taskId: task.id });
    points.pass(`after accepting ${messageId}`);
    return task;
  }

  async function sendAltered(given: Omit<Submission, 'principal'>): Promise<void> {
    const message = { role: 'user', content: 'something else' } as const;
    try {
      await patiently(() => runner.submit({ principal: '', message, ...given }));
    } catch (thrown) {
      if (thrown instanceof RunnerError && thrown.code === 'duplicate-message') return;
      throw thrown;
    }
    throw new Error(`${given.messageId} was taken a second time, with another body`);
  }

  const props: Props = {
    runner: {
      settled: (taskId, signal) => patiently(() => runner.settled(taskId, signal)),
      cancel: (taskId) => patiently(() => runner.cancel(taskId)),
    },
    send,
    sendAltered,
    told,
    wake: (taskId) => push.wake(taskId),
    bothSent: bothSent.resolve,
    respond: createRespond(served, ledger, points),
    isCanceled: (taskId) => ledger.has('canceled', taskId),
    async cancel(taskId) {
      if (mute.includes('cancel')) return until(() => ledger.has('canceled', taskId));
      points.pass('before canceling');
      await patiently(() => runner.cancel(taskId));
      ledger.record({ kind: 'canceled', taskId });
      points.pass('after canceling');
    },
  };

  const ended = await Promise.all(
    scenes.map(async (scene) => {
      const became = await SCENES[scene](props);
      return { scene, ...('origin' in became ? endedOf(became) : became) };
    }),
  );
  for (const taskId of oldTasks.gone) await until(async () => !(await runner.get(taskId)));
  for (const taskId of oldTasks.kept) {
    if (!(await runner.get(taskId))) throw new Error(`task ${taskId} is gone, though it waits`);
  }
  const { total } = await runner.list({ principal: '', pageSize: 1 });
  const helped = await runner.list({ principal: WIRE, agent: 'helper', pageSize: 1 });
  await push.close(1000);
  await runner.close(1000);
  await wires.close();
  return { points: points.passed(), total, helped: helped.total, tasks: ended };
}

function endedOf(task: Task): Ended {
  const { origin, state, generation } = task;
  return { agent: origin.agent, state, generation, transcript: transcriptOf(task) };
}

const LOOK_MS = 2;

/** Short, so that what another process does is known here before the runner hears of it. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
}

const PAUSE_MS = 200;

/** Comes again when told to, as a client does. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (thrown) {
      const code = thrown instanceof RunnerError ? thrown.code : undefined;
      if (code !== 'unavailable' && code !== 'busy-elsewhere') throw thrown;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
