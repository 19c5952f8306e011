/**
 * The process that is killed: `subject.ts <database> <world> <kill at> <signal> <lease ms>`. It sends
 * the same messages each time it is started, as a client would that got no answer, and prints what
 * became of them once they are answered.
 */
import { callsAwaitingApproval, transcriptOf, type Submission, type Task } from 'timestep/core';
import { createSqliteRunner } from 'timestep/runner';
import { createAgents } from './agents.ts';
import { createKillPoints, type KillSignal } from './kill-points.ts';
import { AGENTS } from './scenario.ts';

const [path = '', world = '', killAt = '0', signal = 'SIGKILL', leaseMs = '10000'] =
  process.argv.slice(2);
const points = createKillPoints(Number(killAt), signal as KillSignal);
const never = new AbortController().signal;

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
  const ended = await runner.settled(task.id, never);
  return transcriptOf(ended).at(-1)?.content as string;
}

const runner = createSqliteRunner({
  path,
  agents: createAgents(outside, handOff),
  leaseMs: Number(leaseMs),
  observeCommit: (phase) => points.pass(`${phase} commit`),
});

async function send(given: Omit<Submission, 'principal'>, content: string): Promise<Task> {
  points.pass(`before accepting ${given.messageId}`);
  const message = { role: 'user', content } as const;
  const task = await runner.submit({ principal: '', message, ...given });
  points.pass(`after accepting ${given.messageId}`);
  return task;
}

/** Sends a message, waits until a person is asked, and has the person say yes in a second message. */
async function approved(first: string, second: string, content: string): Promise<Task> {
  const { id: taskId } = await send({ agent: 'subject', messageId: first }, first);
  const asked = await runner.settled(taskId, never);
  const approvals = callsAwaitingApproval(asked).map(({ call }) => call.id);
  // A yes in words decides as well; where there is more to say, the decision goes with it.
  const decided = content === 'yes' ? {} : { approvals: [{ callId: 'call-pay', approved: true }] };
  if (approvals.length > 0 || asked.end) {
    await send({ agent: 'subject', taskId, messageId: second, ...decided }, content);
  }
  return runner.settled(taskId, never);
}

/** Two messages, the second while the first is being answered. */
async function talked(first: string, second: string): Promise<Task> {
  const { id: taskId } = await send({ agent: 'talker', messageId: first }, first);
  await send({ agent: 'talker', taskId, messageId: second }, second);
  return runner.settled(taskId, never);
}

const ended = await Promise.all([
  approved('m1', 'm2', 'm2'),
  approved('m3', 'm4', 'yes'),
  talked('m5', 'm6'),
]);
const { total } = await runner.list({ principal: '', pageSize: 1 });
await runner.close(1000);
const tasks = ended.map((task) => ({
  agent: AGENTS.find((name) => name === task.origin.agent),
  state: task.state,
  generation: task.generation,
  transcript: transcriptOf(task),
}));
process.stdout.write(JSON.stringify({ points: points.passed(), total, tasks }));
