/**
 * Plans three journeys, each asked for in another way, and fails unless each is booked once. The weather comes
 * from a process that speaks A2A 0.3 alone; WEATHER_URL names another.
 */
import assert from 'node:assert/strict';
import { overMcp } from './over-mcp.ts';
import { overPipes } from './over-pipes.ts';
import { overResponses } from './over-responses.ts';
import { openStage, type Stage } from './stage.ts';
import type { Way } from './way.ts';

interface Journey {
  readonly title: string;
  readonly ask: (stage: Stage) => Promise<Way>;
  readonly place: string;
  readonly day: string;
  readonly answer: string;
}

const JOURNEYS: readonly Journey[] = [
  {
    title: 'From a program with mcp.json',
    ask: overMcp,
    place: 'Lisbon',
    day: 'Friday',
    answer: 'number 1. Pack for: sunny, 24 degrees. Greet people with “Bom dia”.',
  },
  {
    title: 'From a shell, through pipes',
    ask: overPipes,
    place: 'Oslo',
    day: 'Saturday',
    answer: 'number 2. Pack for: rain, 9 degrees. Greet people with “God dag”.',
  },
  {
    title: 'Over OpenAI Responses',
    ask: overResponses,
    place: 'Paris',
    day: 'Friday',
    answer: 'number 3. Pack for: cloudy, 17 degrees. Greet people with “Bonjour”.',
  },
];

const stage = await openStage(process.env['WEATHER_URL']);
try {
  console.log(`The weather agent is at ${stage.weather} and speaks A2A 0.3 alone.`);
  for (const journey of JOURNEYS) await planned(journey);
  assert.equal(stage.bookings().length, JOURNEYS.length, 'each journey is booked once');
} finally {
  await stage.close();
}

/** A question and a decision of an agent behind the coordinator reach the client that asked. */
async function planned({ title, ask, place, day, answer }: Journey): Promise<void> {
  console.log(`\n${title}`);
  const way = await ask(stage);
  try {
    assert.match(await said(way, `Plan a journey to ${place}.`), /On which day\?/);
    assert.match(await said(way, day), /desk_book/);
    assert.equal(await said(way, 'yes'), `${place} on ${day} is booked, ${answer}`);
  } finally {
    await way.close();
  }
}

async function said(way: Way, words: string): Promise<string> {
  console.log(`> ${words}`);
  const back = await way.say(words);
  console.log(`< ${back}`);
  return back;
}
