import { getText, toArray, buildTranscript, type Task } from '@timestep-ai/timestep/core';
import type { Backend, Runner, ServedAgent } from '@timestep-ai/timestep/port';
import { createAgents } from './agents.ts';
import { createDelegate } from './delegate.ts';
import type { KillPoints } from './kill-points.ts';
import { openLedger } from './ledger.ts';
import type { OldTasks } from './old-tasks.ts';
import { patiently, until } from './patience.ts';
import { createResponder } from './respond.ts';
import { CHOSEN, WIRED_SCENES } from './scenario.ts';
import { SCENES, type Ended, type Props } from './scenes.ts';
import { createStoryClient, type StoryClient } from './story-client.ts';
import type { Order, Told } from './story.ts';
import { createTelling } from './telling.ts';
import { createWires, WIRE } from './wires.ts';

/** What the story is told on. */
export type Stage = Pick<Backend, 'runner' | 'outbox' | 'responses'>;

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
    const ended = await patiently(() => runner.waitUntilSettled(task.id, never));
    return buildTranscript(ended).at(-1)?.content as string;
  }

  // The task must not end before its second message was sent, however late that is.
  const bothSent = Promise.withResolvers<void>();
  const mayAnswer = async (agent: string): Promise<void> => {
    if (agent === 'talker') await bothSent.promise;
    if (agent === 'sleeper') await new Promise<never>(() => undefined);
  };

  const sending: StoryClient['send'] = (...given) => send(...given);
  const delegate = createDelegate({ outside, send: sending, points });
  const agents = createAgents(outside, handOff, delegate, mayAnswer);
  const wires = createWires({ world, served }, outside, points);
  const { runner, outbox, responses } = await open([...agents, ...wires.agents]);
  // A task that an earlier process has left may hand work over as soon as its runner is open.
  const { send, sendAltered, cancel } = createStoryClient({ runner, ledger, points, mute });
  if (scenes.some((scene) => WIRED_SCENES.includes(scene))) await wires.open(runner, responses);
  const { push, told } = createTelling({ world, runner, outbox, ledger, points });

  async function becameOf(responseId: string): Promise<Ended> {
    const { tasks } = await patiently(() => runner.list({ principal: WIRE, pageSize: 100 }));
    const task = tasks.find(({ origin }) => origin.metadata?.['response_id'] === responseId);
    if (!task) throw new Error(`the response ${responseId} has no task`);
    return endedOf(await patiently(() => runner.waitUntilSettled(task.id, never)));
  }

  const props: Props = {
    runner: {
      waitUntilSettled: (taskId, signal) =>
        patiently(() => runner.waitUntilSettled(taskId, signal)),
      cancel: (taskId) => patiently(() => runner.cancel(taskId)),
    },
    send,
    sendAltered,
    told,
    wake: (taskId) => push.wake(taskId),
    bothSent: bothSent.resolve,
    responder: createResponder({ address: served, ledger, points, becameOf }),
    isCanceled: (taskId) => ledger.has('canceled', taskId),
    cancel,
  };

  const ended = await Promise.all(
    scenes.map(async (scene) => {
      const became = await SCENES[scene](props);
      return { scene, ...('origin' in became ? endedOf(became) : became) };
    }),
  );
  await checkOldTasks(runner, oldTasks);
  const { total } = await runner.list({ principal: '', pageSize: 1 });
  const helped = await runner.list({ principal: WIRE, agent: 'helper', pageSize: 1 });
  await push.close(1000);
  await runner.close(1000);
  await wires.close();
  return { points: points.passed(), total, helped: helped.total, tasks: ended };
}

function endedOf(task: Task): Ended {
  const { origin, state, generation } = task;
  const recorded = {
    answers: toArray(task.entries).flatMap(({ answered = [] }) => answered).length,
    artifacts: toArray(task.artifacts).length,
  };
  // What was chosen for a message differs between processes, and is not part of what was said.
  const transcript = buildTranscript(task).filter(
    (message) => message.role !== 'user' || !getText(message).startsWith(CHOSEN),
  );
  return { agent: origin.agent, state, generation, transcript, recorded };
}

/** Waits until old tasks that are to go are gone. Throws where one that is to stay is not there. */
async function checkOldTasks(runner: Runner, { gone, kept }: OldTasks): Promise<void> {
  for (const taskId of gone) await until(async () => !(await runner.get(taskId)));
  for (const taskId of kept) {
    if (!(await runner.get(taskId))) throw new Error(`task ${taskId} is gone, though it waits`);
  }
}
