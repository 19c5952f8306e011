import { deepStrictEqual, ok } from 'node:assert/strict';
import { NEVER_DUE, type Delivery, type Lease, type Outbox, type PushTarget } from '#engine/port';

/** A test case for outboxes. */
export interface OutboxCase {
  readonly name: string;
  readonly run: (site: OutboxUnderTest) => Promise<void>;
}

/** An outbox under test, and a function that extends the logs of its tasks. */
export interface OutboxUnderTest {
  readonly outbox: Outbox;
  /** Sets the generation of a task, which is the number of events in its log. */
  readonly setGeneration: (taskId: string, generation: number) => Promise<void> | void;
}

const target: PushTarget = { taskId: 't1', id: 'a', url: 'https://example.com/a', version: '1.0' };
const other: PushTarget = { ...target, id: 'b', url: 'https://example.com/b' };

/** Test cases that every outbox must pass. Run each case as a separate test. */
export const outboxSuite: readonly OutboxCase[] = [
  {
    name: 'keeps targets by task and id, and replaces what has the same',
    async run({ outbox }) {
      const changed = { ...target, url: 'https://example.com/else', token: 'x' };
      await outbox.put(target, 0, 9);
      await outbox.put(other, 0, 9);
      await outbox.put(changed, 0, 9);
      deepStrictEqual(await outbox.get('t1', 'a'), changed);
      deepStrictEqual(await outbox.list('t1'), [changed, other]);
      deepStrictEqual(await outbox.list('t2'), []);
      await outbox.remove('t1', 'a');
      await outbox.remove('t1', 'a');
      deepStrictEqual(await outbox.get('t1', 'a'), undefined);
      deepStrictEqual(await outbox.list('t1'), [other]);
    },
  },
  {
    name: 'keeps no more targets of a task than asked for, and replaces them all the same',
    async run({ outbox }) {
      const changed = { ...target, url: 'https://example.com/else' };
      deepStrictEqual(await outbox.put(target, 0, 2), true);
      deepStrictEqual(await outbox.put(other, 0, 2), true);
      deepStrictEqual(await outbox.put({ ...target, id: 'c' }, 0, 2), false);
      deepStrictEqual(await outbox.put(changed, 0, 2), true);
      deepStrictEqual(await outbox.list('t1'), [changed, other]);
      deepStrictEqual(await outbox.put({ ...target, taskId: 't2' }, 0, 2), true);
      await outbox.remove('t1', 'a');
      deepStrictEqual(await outbox.put({ ...target, id: 'c' }, 0, 2), true);
    },
  },
  {
    name: 'counts targets with undelivered updates, failing targets, and the time of the oldest update',
    async run({ outbox, setGeneration }) {
      deepStrictEqual(await outbox.countBacklog(), { targets: 0, failing: 0 });
      await setGeneration('t1', 5);
      await outbox.put(target, 5, 9);
      deepStrictEqual(await outbox.countBacklog(), { targets: 0, failing: 0 });
      for (const id of ['b', 'c', 'd']) await outbox.put({ ...target, id }, 3, 9);
      await outbox.put({ ...target, taskId: 'unknown' }, 0, 9);
      const [failing, givenUp] = await outbox.claim(createOutboxLease('h', 1000), 2);
      ok(failing && givenUp);
      await outbox.release(failing, { sent: 3, failures: 2, dueAt: 5000 });
      await outbox.release(givenUp, { sent: 3, failures: 9, dueAt: NEVER_DUE });
      const { since, ...counted } = await outbox.countBacklog();
      deepStrictEqual(counted, { targets: 2, failing: 1 });
      ok(since !== undefined && Number.isSafeInteger(since));
    },
  },
  {
    name: 'lends out what is behind its task, and nothing else',
    async run({ outbox, setGeneration }) {
      await setGeneration('t1', 5);
      await outbox.put(target, 5, 9);
      await outbox.put(other, 3, 9);
      await outbox.put({ ...target, taskId: 'unknown' }, 0, 9);
      deepStrictEqual(await outbox.claim(createOutboxLease('h', 1000), 9), [
        { target: other, holder: 'h', sent: 3, failures: 0 },
      ]);
    },
  },
  {
    name: 'lends out no more than asked for, the longest due first',
    async run({ outbox, setGeneration }) {
      await setGeneration('t1', 5);
      for (const [id, dueAt] of [
        ['late', 30] as const,
        ['early', 10] as const,
        ['mid', 20] as const,
      ]) {
        await outbox.put({ ...target, id }, 1, 9);
        for (const delivery of await outbox.claimForTask('t1', createOutboxLease(id, 5), false)) {
          await outbox.release(delivery, { sent: 1, failures: 0, dueAt });
        }
      }
      const idsOf = async (holder: string, most: number): Promise<string[]> =>
        (await outbox.claim(createOutboxLease(holder, 1000), most)).map(
          (delivery) => delivery.target.id,
        );
      deepStrictEqual((await idsOf('h', 2)).toSorted(), ['early', 'mid']);
      deepStrictEqual(await idsOf('i', 2), ['late']);
    },
  },
  {
    name: 'lends a target to one at a time, until the lease has run out',
    async run({ outbox, setGeneration }) {
      await setGeneration('t1', 5);
      await outbox.put(target, 1, 9);
      const expectLease = (holder: string): object[] => [{ target, holder, sent: 1, failures: 0 }];
      deepStrictEqual(
        await outbox.claimForTask('t1', createOutboxLease('a', 1000), false),
        expectLease('a'),
      );
      deepStrictEqual(await outbox.claim(createOutboxLease('b', 1500), 9), []);
      deepStrictEqual(await outbox.claimForTask('t1', createOutboxLease('b', 1500), true), []);
      deepStrictEqual(await outbox.claim(createOutboxLease('b', 2000), 9), expectLease('b'));
    },
  },
  {
    name: 'lends out by task, behind it or not',
    async run({ outbox, setGeneration }) {
      await setGeneration('t1', 5);
      await setGeneration('t2', 5);
      const second = { ...target, taskId: 't2' };
      await outbox.put(target, 1, 9);
      await outbox.put(second, 5, 9);
      deepStrictEqual(await outbox.claimForTask('t2', createOutboxLease('h', 1000), false), [
        { target: second, holder: 'h', sent: 5, failures: 0 },
      ]);
      deepStrictEqual(await outbox.claimForTask('t3', createOutboxLease('h', 1000), true), []);
    },
  },
  {
    name: 'remembers how far a target was notified, and how often it failed',
    async run({ outbox, setGeneration }) {
      await setGeneration('t1', 5);
      await outbox.put(target, 1, 9);
      await outbox.release(await claimDelivery(outbox, 'a', 500), {
        sent: 2,
        failures: 3,
        dueAt: 1000,
      });
      deepStrictEqual(await outbox.claim(createOutboxLease('b', 999), 9), []);
      const [again] = await outbox.claim(createOutboxLease('b', 1000), 9);
      ok(again);
      deepStrictEqual(again, { target, holder: 'b', sent: 2, failures: 3 });
      deepStrictEqual(await outbox.hold(again, 4, 2500), true);
      deepStrictEqual(await outbox.claim(createOutboxLease('c', 2499), 9), []);
      const [third] = await outbox.claim(createOutboxLease('c', 2500), 9);
      ok(third);
      deepStrictEqual(third, { target, holder: 'c', sent: 4, failures: 0 });
      await outbox.release(third, { sent: 5, failures: 0, dueAt: 3000 });
      deepStrictEqual(await outbox.claim(createOutboxLease('d', 9000), 9), []);
      await setGeneration('t1', 6);
      deepStrictEqual((await outbox.claim(createOutboxLease('d', 9000), 9)).length, 1);
    },
  },
  {
    name: 'leases a target that is never due only if it is claimed again',
    async run({ outbox, setGeneration }) {
      await setGeneration('t1', 5);
      await outbox.put(target, 1, 9);
      const lent = await claimDelivery(outbox, 'a', 1000);
      await outbox.release(lent, { sent: 1, failures: 50, dueAt: NEVER_DUE });
      deepStrictEqual(await outbox.claim(createOutboxLease('b', 9e12), 9), []);
      deepStrictEqual(await outbox.claimForTask('t1', createOutboxLease('b', 9e12), false), []);
      deepStrictEqual(await outbox.claimForTask('t1', createOutboxLease('b', 1000), true), [
        { target, holder: 'b', sent: 1, failures: 50 },
      ]);
    },
  },
  {
    name: 'keeps how far a target was notified when it is set again, and lends it at once',
    async run({ outbox, setGeneration }) {
      await setGeneration('t1', 5);
      await outbox.put(target, 1, 9);
      await outbox.hold(await claimDelivery(outbox, 'a', 1000), 3, 9000);
      await outbox.put(target, 5, 9);
      deepStrictEqual(await outbox.claim(createOutboxLease('b', 1000), 9), [
        { target, holder: 'b', sent: 3, failures: 0 },
      ]);
    },
  },
  ...(['removed', 'set again', 'removed and set', 'lent to another'] as const).map((what) => ({
    name: `ignores a sender whose target was ${what} meanwhile`,
    async run({ outbox, setGeneration }: OutboxUnderTest): Promise<void> {
      await setGeneration('t1', 5);
      await outbox.put(target, 1, 9);
      const old = await claimDelivery(outbox, 'old', 1000);
      deepStrictEqual(await outbox.isHeld(old), true);
      if (what.startsWith('removed')) await outbox.remove('t1', 'a');
      if (what.endsWith('set') || what === 'set again') await outbox.put(target, 1, 9);
      const taken = await outbox.claim(createOutboxLease('new', 2000), 9);
      deepStrictEqual(taken.length, what === 'removed' ? 0 : 1);
      deepStrictEqual(await outbox.isHeld(old), false);
      deepStrictEqual(await outbox.hold(old, 4, 9000), false);
      await outbox.release(old, { sent: 4, failures: 1, dueAt: 0 });
      await outbox.discard(old);
      deepStrictEqual(await outbox.claim(createOutboxLease('third', 2500), 9), []);
      const later = await outbox.claim(createOutboxLease('third', 3000), 9);
      deepStrictEqual(
        later.map(({ sent }) => sent),
        what === 'removed' ? [] : [1],
      );
    },
  })),
  {
    name: 'discards for good what is held',
    async run({ outbox }) {
      await outbox.put(target, 1, 9);
      await outbox.discard(await claimDelivery(outbox, 'a', 1000));
      deepStrictEqual(await outbox.list('t1'), []);
    },
  },
];

/** Creates an outbox lease of one second. */
function createOutboxLease(holder: string, now: number): Lease {
  return { holder, now, until: now + 1000 };
}

async function claimDelivery(outbox: Outbox, holder: string, now: number): Promise<Delivery> {
  const [delivery] = await outbox.claimForTask('t1', createOutboxLease(holder, now), false);
  ok(delivery);
  return delivery;
}
