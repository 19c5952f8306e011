import { describe, expect, it } from 'vitest';
import type { ResponseEvent } from '../wire/response-event.ts';
import { createEventQueue } from '../serve/response-run.ts';

const place = (index: number) => ({ item_id: `item_${index}`, output_index: index });
const item = {
  id: 'item_1',
  type: 'function_call',
  status: 'completed',
  call_id: 'c',
  name: 'f',
  arguments: '{}',
} as const;

const textDelta = (position: ReturnType<typeof place>, delta: string): ResponseEvent => ({
  type: 'response.output_text.delta',
  ...position,
  content_index: 0,
  delta,
  logprobs: [],
});
const argumentsDelta = (position: ReturnType<typeof place>, delta: string): ResponseEvent => ({
  type: 'response.function_call_arguments.delta',
  ...position,
  delta,
});

function brief(event: ResponseEvent): string {
  return 'delta' in event ? `${event.item_id} ${event.delta}` : event.type;
}

async function all(events: AsyncIterable<ResponseEvent>): Promise<string[]> {
  const read: string[] = [];
  for await (const event of events) read.push(brief(event));
  return read;
}

describe('createEventQueue', () => {
  it('gives a quick reader each event as it comes', async () => {
    const queue = createEventQueue();
    const events = queue.read();
    for (const piece of ['a', 'b']) {
      const next = events.next();
      queue.push(textDelta(place(0), piece));
      expect(brief((await next).value as ResponseEvent)).toBe(`item_0 ${piece}`);
    }
    const end = events.next();
    queue.close();
    expect(await end).toEqual({ done: true, value: undefined });
  });

  it('puts together what a slow reader has not taken, item by item', async () => {
    const queue = createEventQueue();
    queue.push(textDelta(place(0), 'a'));
    const events = queue.read();
    const first = await events.next();
    queue.push(textDelta(place(0), 'b'));
    queue.push(argumentsDelta(place(1), '{'));
    queue.push(textDelta(place(0), 'c'));
    queue.push(argumentsDelta(place(1), '}'));
    queue.push({ type: 'response.output_item.done', output_index: 1, item });
    queue.push(textDelta(place(0), 'd'));
    queue.close();
    expect([brief(first.value as ResponseEvent), ...(await all(events))]).toEqual([
      'item_0 a',
      'item_0 bcd',
      'item_1 {}',
      'response.output_item.done',
    ]);
  });

  it('gives everything to a reader that comes after the end', async () => {
    const queue = createEventQueue();
    for (const piece of ['a', 'b', 'c']) queue.push(textDelta(place(0), piece));
    queue.close();
    expect(await all(queue.read())).toEqual(['item_0 abc']);
  });
});
