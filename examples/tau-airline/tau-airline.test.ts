import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { measureConformance, type Conformance } from './conformance.ts';
import { openDatabase, type Base } from './database.ts';
import { createAirline, computeGoldDigest } from './environment.ts';
import { createHash } from 'node:crypto';

/** The recorded episodes and the airline's data, which are not part of this repository. */
const DATA =
  process.env['TIMESTEP_TAU_DATA'] ??
  join(import.meta.dirname, '../../../shared/data/tau-bench-airline');

const AS_RECORDED: Conformance = {
  tool_outputs: '1164/1164',
  gold_hashes: '182/182',
  rewards: '200/200',
  pass_all: [0.42, 0.273, 0.22, 0.2],
  dropped_write_fails: '27/27',
  extra_write_fails: '84/84',
};

const isThere = existsSync(DATA);
if (!isThere) {
  const message = `${DATA} is not there: set TIMESTEP_TAU_DATA to replay what was recorded`;
  if (process.env['TIMESTEP_REQUIRE_DATA'] === '1') throw new Error(message);
  process.stderr.write(`NOT RUN: ${message}\n`);
}

it('replays what was recorded, where the recordings are there', async () => {
  const found = isThere ? await measureConformance(DATA, () => undefined) : undefined;
  expect(found).toEqual(isThere ? AS_RECORDED : undefined);
});

const user = {
  name: { first_name: 'Ann', last_name: 'Lee' },
  payment_methods: {
    gift_card_1: { source: 'gift_card', amount: 500, id: 'gift_card_1' },
    certificate_1: { source: 'certificate', amount: 50, id: 'certificate_1' },
  },
  reservations: [],
};

/** An airline of one flight and one user. */
function smallBase(): Base {
  const day = { status: 'available', available_seats: { economy: 2 }, prices: { economy: 100 } };
  const flight = {
    flight_number: 'HAT001',
    origin: 'SFO',
    destination: 'JFK',
    scheduled_departure_time_est: '06:00:00',
    scheduled_arrival_time_est: '12:00:00',
    dates: { '2024-05-20': day },
  };
  const none = new Map();
  return {
    flights: new Map([['HAT001', flight]]),
    tables: { reservations: none, users: new Map([['ann', user]]) },
    begun: createHash('sha256'),
    texts: { reservations: none, users: none },
  };
}

const booking = {
  user_id: 'ann',
  origin: 'SFO',
  destination: 'JFK',
  flight_type: 'one_way',
  cabin: 'economy',
  flights: [{ flight_number: 'HAT001', date: '2024-05-20' }],
  passengers: [{ first_name: 'Ann', last_name: 'Lee', dob: '1990-01-01' }],
  payment_methods: [{ payment_id: 'gift_card_1', amount: 100 }],
  total_baggages: 0,
  nonfree_baggages: 0,
  insurance: 'no',
};

async function call(base: Base, name: string, args: object): Promise<string> {
  const { signal } = new AbortController();
  const task = { id: 't', contextId: 'c', agent: 'a', metadata: {} };
  const context = { key: 'k', attempt: 1, task, signal };
  const invocation = { id: 'x', name, arguments: { ...args } };
  return (await createAirline(base, []).tools.callTool(invocation, context)).content;
}

it('books what is paid for, and takes it from the card', async () => {
  const base = smallBase();
  expect(await call(base, 'book_reservation', booking)).toContain('"reservation_id": "HATHAT"');
  // A trial changes nothing for another one.
  expect(await call(base, 'get_user_details', { user_id: 'ann' })).toContain('"amount": 500');
});

it.each([
  ['an unknown user', { user_id: 'bob' }, 'user not found'],
  [
    'an unknown flight',
    { flights: [{ flight_number: 'X', date: '2024-05-20' }] },
    'flight X not found',
  ],
  [
    'another day',
    { flights: [{ flight_number: 'HAT001', date: '2024-05-21' }] },
    'not found on date',
  ],
  ['more seats than there are', { passengers: [{}, {}, {}] }, 'not enough seats'],
  [
    'too little',
    { payment_methods: [{ payment_id: 'gift_card_1', amount: 90 }] },
    'total price is 100, but paid 90',
  ],
  [
    'more than a certificate is worth',
    { payment_methods: [{ payment_id: 'certificate_1', amount: 100 }] },
    'not enough balance',
  ],
  [
    'a strange card',
    { payment_methods: [{ payment_id: 'x', amount: 100 }] },
    'payment method x not found',
  ],
])('does not book for %s', async (_, change, said) => {
  expect(await call(smallBase(), 'book_reservation', { ...booking, ...change })).toContain(
    `Error: `,
  );
  expect(await call(smallBase(), 'book_reservation', { ...booking, ...change })).toContain(said);
});

it('tells a database that was written to from one that was not', () => {
  const base = smallBase();
  const untouched = openDatabase(base).digest();
  expect(
    computeGoldDigest(base, [{ name: 'get_user_details', arguments: { user_id: 'ann' } }]),
  ).toBe(untouched);
  expect(computeGoldDigest(base, [{ name: 'book_reservation', arguments: booking }])).not.toBe(
    untouched,
  );
});

it('ends when the user says so', async () => {
  const made = createAirline(smallBase(), ['fine', 'thanks ###STOP###']);
  const { signal } = new AbortController();
  const task = { id: 't', contextId: 'c', agent: 'a', metadata: {} };
  const respond = async (content: string): Promise<void> => {
    const invocation = { id: 'x', name: 'respond', arguments: { content } };
    await made.tools.callTool(invocation, { key: 'k', attempt: 1, task, signal });
  };
  await respond('hello');
  expect(made.outcome?.()).toMatchObject({ hasEnded: false });
  await respond('bye');
  expect(made.outcome?.()).toMatchObject({ hasEnded: true, said: ['hello', 'bye'] });
});
