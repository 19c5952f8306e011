/**
 * Plans three journeys through three interfaces, and fails unless each journey is booked exactly
 * once. The weather agent is a process that supports only A2A 0.3; WEATHER_URL replaces it with
 * another one.
 */
import assert from 'node:assert/strict';
import { connectOverMcp } from './over-mcp.ts';
import { connectOverPipes } from './over-pipes.ts';
import { connectOverResponses } from './over-responses.ts';
import { openStage, type Stage } from './stage.ts';
import type { CoordinatorClient } from './coordinator-client.ts';

interface Journey {
  readonly title: string;
  readonly ask: (stage: Stage) => Promise<CoordinatorClient>;
  readonly place: string;
  readonly day: string;
  readonly answer: string;
}

const JOURNEYS: readonly Journey[] = [
  {
    title: 'From a program with mcp.json',
    ask: connectOverMcp,
    place: 'Lisbon',
    day: 'Friday',
    answer: 'number 1. Pack for: sunny, 24 degrees. Greet people with “Bom dia”.',
  },
  {
    title: 'From a shell, through pipes',
    ask: connectOverPipes,
    place: 'Oslo',
    day: 'Saturday',
    answer: 'number 2. Pack for: rain, 9 degrees. Greet people with “God dag”.',
  },
  {
    title: 'Over OpenAI Responses',
    ask: connectOverResponses,
    place: 'Paris',
    day: 'Friday',
    answer: 'number 3. Pack for: cloudy, 17 degrees. Greet people with “Bonjour”.',
  },
];

const stage = await openStage(process.env['WEATHER_URL']);
try {
  console.log(`The weather agent is at ${stage.weather} and supports only A2A 0.3.`);
  for (const journey of JOURNEYS) await planJourney(journey);
  assert.equal(stage.bookings().length, JOURNEYS.length, 'each journey is booked once');
} finally {
  await stage.close();
}

/** A question and an approval request of an agent behind the coordinator must reach the client. */
async function planJourney({ title, ask, place, day, answer }: Journey): Promise<void> {
  console.log(`\n${title}`);
  const way = await ask(stage);
  try {
    assert.match(await sendAndPrint(way, `Plan a journey to ${place}.`), /On which day\?/);
    assert.match(await sendAndPrint(way, day), /desk_book/);
    assert.equal(await sendAndPrint(way, 'yes'), `${place} on ${day} is booked, ${answer}`);
  } finally {
    await way.close();
  }
}

async function sendAndPrint(way: CoordinatorClient, words: string): Promise<string> {
  console.log(`> ${words}`);
  const back = await way.say(words);
  console.log(`< ${back}`);
  return back;
}
