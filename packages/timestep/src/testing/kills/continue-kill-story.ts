import { join } from 'node:path';
import {
  buildTranscript,
  hasTaskEnded,
  listCallsAwaitingApproval,
  type Submission,
  type Task,
} from '#core';
import type { Backend } from '#engine/port';
import { createKillPoints, type KillPoints } from './kill-points.ts';
import { openLedger, type Ledger } from './kill-ledger.ts';
import { openStorySqlite } from './open-story-sqlite.ts';
import { toServedAgent, type KillStory } from './kill-story.ts';
import { listCallsBegunRepeatedly } from './repeated-calls.ts';
import type { ToldStory, ToldTask } from './told-story.ts';

/** Tells a process of a story (a test scenario) where its data is, and at which point to kill itself. */
export interface StoryOrder {
  readonly folder: string;
  /** Number of the point at which the process kills itself. 0: it completes the story. */
  readonly killAt: number;
}

const PRINCIPAL = 'kill-story';
const never = new AbortController().signal;

/**
 * Runs a story (a test scenario) from where an earlier process stopped. Sends messages without an
 * answer again, as clients do. `kill` ends the process.
 */
export async function continueKillStory(
  story: KillStory,
  { folder, killAt }: StoryOrder,
  kill: (point: string) => void,
): Promise<ToldStory> {
  const ledger = openLedger(join(folder, 'ledger.jsonl'));
  const points = createKillPoints(killAt, kill);
  const agents = (await story.agents()).map(toServedAgent);
  const open = story.open ?? openStorySqlite;
  const backend = await open({ agents, folder, pass: points.pass });
  hookKillPointsAroundCalls(backend, ledger, points);
  const lost: string[] = [];
  const told = await Promise.all(
    story.messages.map(async ({ agent, text }, index): Promise<Task> => {
      const messageId = `message ${index + 1}`;
      const accepted = ledger.read().find((entry) => isAcceptanceOfMessage(entry, messageId));
      if (accepted && !(await backend.runner.get(accepted.taskId))) lost.push(messageId);
      const name = agent ?? agents[0]?.name ?? '';
      const send = createMessageSender(backend, name, ledger, points);
      return waitForTaskAndAnswer(await send({ messageId }, text), story, backend, send);
    }),
  );
  const { total } = await backend.runner.list({ principal: '', pageSize: 1 });
  const repeated = await listCallsBegunRepeatedly(ledger.read(), backend.runner, agents);
  await backend.close(1000);
  return {
    points: points.passed(),
    tasks: told.map(summarizeTaskForStory),
    total,
    repeated,
    lost,
    found: (await story.check?.(folder)) ?? [],
  };
}

function isAcceptanceOfMessage(
  entry: ReturnType<Ledger['read']>[number],
  messageId: string,
): entry is Extract<typeof entry, { kind: 'accepted' }> {
  return entry.kind === 'accepted' && entry.messageId === messageId;
}

/**
 * Passes a point, at which a test may kill the process, before and after each call of a model or a tool.
 * Notes calls of tools.
 */
function hookKillPointsAroundCalls(backend: Backend, ledger: Ledger, points: KillPoints): void {
  backend.hooks?.attach({
    effect({ called, key, task }, run) {
      if (called === 'tool') ledger.note({ kind: 'began', key, taskId: task.id });
      points.pass(`before ${called}`);
      const result = run();
      if (result instanceof Promise) {
        result.then(
          () => points.pass(`after ${called}`),
          () => points.pass(`after ${called}`),
        );
      }
      return result;
    },
  });
}

type Send = (
  given: Partial<Submission> & { readonly messageId: string },
  text?: string,
) => Promise<Task>;

function createMessageSender(
  backend: Backend,
  agent: string,
  ledger: Ledger,
  points: KillPoints,
): Send {
  return async (given, text) => {
    points.pass('before sending');
    const message = text === undefined ? {} : { message: { role: 'user' as const, content: text } };
    const task = await backend.runner.submit({ agent, principal: PRINCIPAL, ...message, ...given });
    ledger.note({ kind: 'accepted', messageId: given.messageId, taskId: task.id });
    points.pass('after sending');
    return task;
  };
}

/** Waits for the end of a task, and answers what it asks. */
async function waitForTaskAndAnswer(
  { id }: Task,
  { approve = () => true, reply = 'yes' }: KillStory,
  { runner }: Backend,
  send: Send,
): Promise<Task> {
  for (;;) {
    const task = await runner.waitUntilSettled(id, never);
    if (hasTaskEnded(task)) return task;
    const approvals = listCallsAwaitingApproval(task).map(({ call }) => ({
      callId: call.id,
      approved: approve(call.function.name),
    }));
    // The message id is equal in each process, so an answer accepted before a kill is not sent twice.
    const messageId = `${id} answer ${task.generation}`;
    if (approvals.length > 0) await send({ messageId, taskId: id, approvals });
    else await send({ messageId, taskId: id }, reply);
  }
}

function summarizeTaskForStory(task: Task, index: number): ToldTask {
  const interrupted = buildTranscript(task).filter(
    (message) => message.role === 'tool' && message.content.includes('"interrupted"'),
  ).length;
  return { messageId: `message ${index + 1}`, state: task.state, interrupted };
}
