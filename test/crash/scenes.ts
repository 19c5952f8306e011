import {
  listCallsAwaitingApproval,
  hasTaskEnded,
  type Submission,
  type Task,
} from '@timestep-ai/timestep/core';
import type { Runner } from '@timestep-ai/timestep/port';
import { until } from './patience.ts';
import type { Responder } from './respond.ts';
import { MEASURED, type SceneName } from './scenario.ts';
import type { Told } from './story.ts';

/** What a scene is played with. */
export interface Props {
  readonly runner: Pick<Runner, 'waitUntilSettled' | 'cancel'>;
  readonly send: (given: Omit<Submission, 'principal'>, content?: string) => Promise<Task>;
  /** Expects a refusal of the same message id with another body. */
  readonly sendAltered: (given: Omit<Submission, 'principal'>) => Promise<void>;
  /** Has the world told of a task, and waits until it was told of its end. */
  readonly told: (task: Task) => Promise<void>;
  /** Says that something is about to happen to a task. */
  readonly wake: (taskId: string) => void;
  /** Both messages of a conversation were sent: its task may end. */
  readonly bothSent: () => void;
  readonly isCanceled: (taskId: string) => boolean;
  readonly cancel: (taskId: string) => Promise<void>;
  readonly responder: Responder;
}

/** What became of a task, or of a response. */
export type Ended = Omit<Told['tasks'][number], 'scene'>;

const never = new AbortController().signal;

/** Plays a scene to its end, from wherever an earlier process has left it. */
export const SCENES: Readonly<Record<SceneName, (props: Props) => Promise<Task | Ended>>> = {
  approved: (props) => approved(props, ['m1', 'm2'], 'm2'),
  worded: (props) => approved(props, ['m3', 'm4'], 'yes'),
  talked,
  measured,
  continued,
  canceled,
  busy: (props) => sent(props, 'busy', 'm11'),
  delegated: (props) => sent(props, 'delegate', 'm12'),
  handed: (props) => sent(props, 'chief', 'm13'),
  background: ({ responder }) => responder.respond('clerk', 'm14'),
  signed: ({ responder }) => responder.approve('notary', ['m15', 'm16']),
  asked,
  chosen: (props) => sent(props, 'chooser', 'm19'),
  awaited: (props) => sent(props, 'manager', 'm20'),
};

async function sent({ send, runner }: Props, agent: string, messageId: string): Promise<Task> {
  const begun = await send({ agent, messageId }, messageId);
  return runner.waitUntilSettled(begun.id, never);
}

/** Sends a message, waits until a person is asked, and has the person say yes in a second message. */
async function approved(
  { send, sendAltered, told, wake, runner }: Props,
  [first, second]: readonly [string, string],
  content: string,
): Promise<Task> {
  const begun = await send({ agent: 'subject', messageId: first }, first);
  await sendAltered({ agent: 'subject', messageId: first });
  const taskId = begun.id;
  const telling = told(begun);
  const waiting = await runner.waitUntilSettled(taskId, never);
  const approvals = listCallsAwaitingApproval(waiting).map(({ call }) => call.id);
  // A yes in words decides as well; where there is more to say, the decision goes with it.
  const decided = content === 'yes' ? {} : { approvals: [{ callId: 'call-pay', approved: true }] };
  if (approvals.length > 0 || waiting.end) {
    await send({ agent: 'subject', taskId, messageId: second, ...decided }, content);
    wake(taskId);
  }
  await telling;
  return runner.waitUntilSettled(taskId, never);
}

/** A tool asks, and the second message is the answer. */
async function asked({ send, runner }: Props): Promise<Task> {
  const begun = await send({ agent: 'asker', messageId: 'm17' }, 'm17');
  const taskId = begun.id;
  await runner.waitUntilSettled(taskId, never);
  await send({ agent: 'asker', taskId, messageId: 'm18' }, 'm18');
  return runner.waitUntilSettled(taskId, never);
}

/** Two messages, the second while the first is being answered. */
async function talked({ send, told, bothSent, runner }: Props): Promise<Task> {
  const begun = await send({ agent: 'talker', messageId: 'm5' }, 'm5');
  const taskId = begun.id;
  const telling = told(begun);
  await send({ agent: 'talker', taskId, messageId: 'm6' }, 'm6');
  bothSent();
  await telling;
  return runner.waitUntilSettled(taskId, never);
}

/** The client runs the tool that it is asked for. */
async function measured({ send, runner }: Props): Promise<Task> {
  const begun = await send({ agent: 'caller', messageId: 'm7', contextId: 'measuring' }, 'm7');
  const taskId = begun.id;
  await runner.waitUntilSettled(taskId, never);
  const results = [{ callId: 'call-measure', output: MEASURED }];
  await send({ agent: 'caller', taskId, messageId: 'm8', results });
  // Results that were left for another process are not in the log at once.
  await until(async () => hasTaskEnded(await runner.waitUntilSettled(taskId, never)));
  return runner.waitUntilSettled(taskId, never);
}

/** A new task goes on where the one before it ended. */
async function continued(props: Props): Promise<Task> {
  await measured(props);
  const { send, runner } = props;
  const begun = await send({ agent: 'caller', messageId: 'm9', contextId: 'measuring' }, 'm9');
  return runner.waitUntilSettled(begun.id, never);
}

/** Once a client was told that its task is canceled, it stays so. */
async function canceled({ send, runner, isCanceled, cancel }: Props): Promise<Task> {
  const begun = await send({ agent: 'sleeper', messageId: 'm10' }, 'm10');
  const before = await runner.waitUntilSettled(begun.id, AbortSignal.abort());
  if (!isCanceled(begun.id) && !hasTaskEnded(before)) await cancel(begun.id);
  return runner.waitUntilSettled(begun.id, never);
}
