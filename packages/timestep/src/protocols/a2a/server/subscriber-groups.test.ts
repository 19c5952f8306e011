import { expect, it } from 'vitest';
import type { WireEvent } from '../wire/wire-types.ts';
import { createSubscriberGroups, createEncodingCache } from './subscriber-groups.ts';

/** Makes events and counts them. */
function maker() {
  const made: WireEvent[] = [];
  return {
    made,
    make: (): readonly WireEvent[] => {
      const event: WireEvent = {
        statusUpdate: { taskId: 't', contextId: 'c', status: { state: 'TASK_STATE_WORKING' } },
      };
      made.push(event);
      return [event];
    },
  };
}

it('makes an event once for all who read a task, and anew for another task or variant', () => {
  const { subscribe: join } = createSubscriberGroups();
  const [one, two, other] = [join('t'), join('t'), join('u')];
  const also = join('u');
  const { made, make } = maker();
  const source = {};
  const [event] = one.share(source, 'whole', make);
  expect(two.share(source, 'whole', make)[0]).toBe(event);
  expect(made).toHaveLength(1);
  expect(two.share(source, 'rest', make)[0]).not.toBe(event);
  expect(other.share(source, 'whole', make)[0]).not.toBe(event);
  expect(two.share({}, 'whole', make)[0]).not.toBe(event);
  also.unsubscribe();
});

it('keeps nothing for a single reader, nor when all have left', () => {
  const { subscribe: join } = createSubscriberGroups();
  const { made, make } = maker();
  const source = {};
  const one = join('t');
  expect(one.isShared()).toBe(false);
  one.share(source, '', make);
  one.share(source, '', make);
  expect(made).toHaveLength(2);
  const two = join('t');
  expect(one.isShared()).toBe(true);
  one.share(source, '', make);
  two.share(source, '', make);
  expect(made).toHaveLength(3);
  one.unsubscribe();
  two.unsubscribe();
  const [three, four] = [join('t'), join('t')];
  three.share(source, '', make);
  expect(made).toHaveLength(4);
  four.unsubscribe();
});

it('keeps a bounded number of events', () => {
  const { subscribe: join } = createSubscriberGroups();
  const [one] = [join('t'), join('t')];
  const { made, make } = maker();
  const first = {};
  one.share(first, '', make);
  for (let later = 0; later < 1000; later += 1) one.share({}, '', make);
  one.share(first, '', make);
  expect(made).toHaveLength(1002);
});

it('encodes an event once in each form', () => {
  const encodeOnce = createEncodingCache();
  const { make } = maker();
  const [event] = make();
  if (!event) throw new Error('no event');
  let times = 0;
  const encode = (): string => {
    times += 1;
    return 'text';
  };
  expect(String(encodeOnce(event, '1.0', encode))).toBe('text');
  expect(encodeOnce(event, '1.0', encode)).toBe(encodeOnce(event, '1.0', encode));
  expect(times).toBe(1);
  encodeOnce(event, '0.3', encode);
  expect(times).toBe(2);
});
