import { describe, expect, it } from 'vitest';
import { script, says, serve, streamed } from './served.fixture.ts';
import {
  problemsOf,
  readStream,
  REQUIRED_FIELDS,
  streamProblems,
  type WireEvent,
} from './wire-check.fixture.ts';

describe('listProblems', () => {
  it('knows the 31 required fields and misses each', async () => {
    const { body } = await serve(script(says('hi')).agent).post({ input: 'x' });
    expect(problemsOf(body)).toEqual([]);
    expect(REQUIRED_FIELDS).toHaveLength(31);
    for (const name of REQUIRED_FIELDS) {
      const { [name]: _left, ...rest } = body;
      expect(problemsOf(rest)).toEqual([`${name} is missing`]);
    }
  });

  it.each([
    ['a number that is null', { temperature: null }],
    ['an item of another type', { output: [{ type: 'timestep:x', id: 'x', status: 'completed' }] }],
    ['arguments that are an object', { output: [{ type: 'function_call', arguments: {} }] }],
    ['usage without totals', { usage: { input_tokens: 1 } }],
  ])('refuses %s', async (_name, change) => {
    const { body } = await serve(script(says('hi')).agent).post({ input: 'x' });
    expect(problemsOf({ ...body, ...change })).not.toEqual([]);
  });
});

describe('streamProblems', () => {
  const good = async () => serve(script(streamed('a', 'b')).agent).stream({ input: 'x' });
  const type = ({ body }: WireEvent) => body['type'] as string;

  it('finds nothing in a good stream', async () => {
    expect(streamProblems(await good())).toEqual([]);
  });

  it.each([
    ['no beginning', (events: WireEvent[]) => events.slice(1)],
    ['no end', (events: WireEvent[]) => events.slice(0, -1)],
    [
      'a lost delta',
      (events: WireEvent[]) =>
        events.toSpliced(
          events.findIndex((e) => type(e).endsWith('delta')),
          1,
        ),
    ],
    [
      'an item that never ends',
      (events: WireEvent[]) => events.filter((e) => type(e) !== 'response.output_item.done'),
    ],
    [
      'an item that was never added',
      (events: WireEvent[]) => events.filter((e) => type(e) !== 'response.output_item.added'),
    ],
    [
      'a name that is not the type',
      (events: WireEvent[]) => events.map((event) => ({ ...event, event: 'message' })),
    ],
  ])('refuses %s', async (_name, damage) => {
    expect(streamProblems(damage(await good()))).not.toEqual([]);
  });

  it('insists on the end mark', () => {
    expect(() => readStream('event: x\ndata: {}\n\n')).toThrow(/no end mark/);
  });
});
