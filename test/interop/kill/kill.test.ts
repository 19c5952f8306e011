import { expect, it } from 'vitest';
import { JS_PEERS } from './delegations/js-peers.ts';
import { delegationStory } from './delegations/story.ts';
import { numbersFrom } from './numbers.ts';
import { orchestraStory, type Scene } from './orchestra-story.ts';
import { innocentStory } from './innocent-story.ts';
import { culpritStory, POISONS } from './culprit-story.ts';
import { killStory } from './story.ts';

// One after the other, because how long a task waited is compared with how long another takes.
it.each([1, 50])(
  'ends every task of %i that do nothing wrong although their server is killed',
  async (inFlight) => {
    const outcome = await innocentStory({ seconds: 8, inFlight, random: numbersFrom(7) });
    expect(outcome.breaches).toEqual([]);
    expect(outcome.tasks).toBeGreaterThanOrEqual(inFlight);
  },
);

// These mostly wait: for a process to start, or for one to be missed.
it.concurrent('answers every question once although both assistants are killed again and again', async () => {
  const outcome = await killStory({ kills: 3, random: numbersFrom(7), clients: 2 });
  expect(outcome.breaches).toEqual([]);
  expect(outcome.questions).toBeGreaterThan(0);
  expect(outcome.handoffs).toBe(outcome.questions);
});

/** Other ways to end a process are tested beside the runner. */
it.concurrent.each([
  ['overflow', 'go on'],
  ['kernel', 'cancel'],
  ['loop', 'go on'],
] as const)(
  'parks a task that ends its process by %s, and does as told: %s',
  async (kind, answer) => {
    const outcome = await culpritStory({ kind, answer });
    expect(outcome).toMatchObject({ breaches: [], deaths: POISONS[kind].deaths });
    expect(outcome.answered).toBeGreaterThan(0);
  },
);

const SAMPLE: readonly Scene[] = [
  { step: 'asked', victim: 'bridge' },
  { step: 'answered', victim: 'coordinator' },
  { step: 'decided', victim: 'specialists' },
  { step: 'decision', victim: 'all' },
];

it.concurrent('books every journey once although the processes between client and booking are killed', async () => {
  const outcome = await orchestraStory({ scenes: SAMPLE, kills: 0, random: numbersFrom(7) });
  expect(outcome).toMatchObject({ journeys: 4, bookings: 4, kills: 4, breaches: [] });
});

const once = { kills: 0, random: numbersFrom(7) };

it.concurrent('has each work done once by stock peers although their callers are killed', async () => {
  const peers = JS_PEERS.filter(({ name }) => name !== 'js-1.0-message');
  const [direct, sampled] = await Promise.all([
    delegationStory({ ...once, peers, routes: ['remote'], points: ['middle', 'ended'] }),
    delegationStory({
      ...once,
      peers: JS_PEERS.slice(0, 1),
      routes: ['sampling'],
      points: ['card', 'executing', 'middle'],
    }),
  ]);
  // A slow machine may receive nothing before the peer is in the middle of its work.
  expect(direct).toMatchObject({ scenes: 4, breaches: [] });
  expect(sampled).toMatchObject({ scenes: 3, once: 3, unknown: 0, breaches: [] });
});

it.concurrent('notices a caller that keeps nothing about what it has sent', async () => {
  const peers = JS_PEERS.slice(0, 1);
  const env = { FORGETS: 'yes' };
  const told = await delegationStory({
    ...once,
    peers,
    env,
    routes: ['remote'],
    points: ['middle'],
  });
  expect(told.breaches).toEqual([
    'js-1.0 remote 0 (js-1.0, remote, killed at middle): the peer did the work 2 times',
  ]);
});
