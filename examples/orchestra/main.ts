/** Plans three journeys through three interfaces. WEATHER_URL replaces the weather agent. */
import assert from 'node:assert/strict';
import { connectOverMcp } from './over-mcp.ts';
import { connectOverPipes } from './over-pipes.ts';
import { connectOverResponses } from './over-responses.ts';
import { openStage } from './stage.ts';
import type { CoordinatorClient } from './coordinator-client.ts';

const JOURNEYS = [
  {
    title: 'From a program with mcp.json',
    connect: connectOverMcp,
    place: 'Lisbon',
    day: 'Friday',
    answer: 'number 1. Pack for: sunny, 24 degrees. Greet people with “Bom dia”.',
  },
  {
    title: 'From a shell, through pipes',
    connect: connectOverPipes,
    place: 'Oslo',
    day: 'Saturday',
    answer: 'number 2. Pack for: rain, 9 degrees. Greet people with “God dag”.',
  },
  {
    title: 'Over OpenAI Responses',
    connect: connectOverResponses,
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
async function planJourney({ title, connect, place, day, answer }: (typeof JOURNEYS)[number]) {
  console.log(`\n${title}`);
  const client = await connect(stage);
  try {
    assert.match(await sendAndPrint(client, `Plan a journey to ${place}.`), /On which day\?/);
    assert.match(await sendAndPrint(client, day), /desk_book/);
    assert.equal(await sendAndPrint(client, 'yes'), `${place} on ${day} is booked, ${answer}`);
  } finally {
    await client.close();
  }
}

async function sendAndPrint(client: CoordinatorClient, words: string): Promise<string> {
  console.log(`> ${words}`);
  const answer = await client.say(words);
  console.log(`< ${answer}`);
  return answer;
}
