import type { Submission, Task } from '@timestep-ai/timestep/core';
import { RunnerError, type Runner } from '@timestep-ai/timestep/port';
import type { KillPoints } from './kill-points.ts';
import type { Ledger } from './ledger.ts';
import { patiently, until } from './patience.ts';
import { SENT_ONCE } from './scenario.ts';

/** What a client sends, without the name of the client. */
type Sent = Omit<Submission, 'principal'>;

export interface StoryClientSite {
  readonly runner: Runner;
  readonly ledger: Ledger;
  readonly points: KillPoints;
  /** Ids of messages, and `cancel`, that only another process sends. */
  readonly mute: readonly string[];
}

/** Sends as a client does: once more where no answer said that something was accepted. */
export interface StoryClient {
  readonly send: (given: Sent, content?: string) => Promise<Task>;
  /** Expects a refusal of the same message id with another body. */
  readonly sendAltered: (given: Sent) => Promise<void>;
  readonly cancel: (taskId: string) => Promise<void>;
}

export function createStoryClient({ runner, ledger, points, mute }: StoryClientSite): StoryClient {
  return {
    async send(given, content) {
      const { messageId } = given;
      if (mute.includes(messageId)) await until(() => ledger.acceptedFor(messageId) !== undefined);
      const known = SENT_ONCE.has(messageId) ? ledger.acceptedFor(messageId) : undefined;
      if (known !== undefined) {
        const task = await patiently(() => runner.get(known));
        if (task) return task;
        throw new Error(`task ${known} is gone, though ${messageId} was accepted for it`);
      }
      points.pass(`before accepting ${messageId}`);
      const message = content === undefined ? {} : { message: { role: 'user', content } as const };
      const task = await patiently(() => runner.submit({ principal: '', ...message, ...given }));
      ledger.record({ kind: 'accepted', messageId, taskId: task.id });
      points.pass(`after accepting ${messageId}`);
      return task;
    },
    async sendAltered(given) {
      const message = { role: 'user', content: 'something else' } as const;
      try {
        await patiently(() => runner.submit({ principal: '', message, ...given }));
      } catch (thrown) {
        if (thrown instanceof RunnerError && thrown.code === 'duplicate-message') return;
        throw thrown;
      }
      throw new Error(`${given.messageId} was taken a second time, with another body`);
    },
    async cancel(taskId) {
      if (mute.includes('cancel')) return until(() => ledger.has('canceled', taskId));
      points.pass('before canceling');
      await patiently(() => runner.cancel(taskId));
      ledger.record({ kind: 'canceled', taskId });
      points.pass('after canceling');
    },
  };
}
