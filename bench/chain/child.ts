/**
 * Measures the cost of a turn in conversations of growing length: `child.ts memory|sqlite
 * <folder>`. The last line of stdout is a list of lengths, costs, and the memory and disk usage at
 * that time.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Agent } from '@timestep-ai/timestep';
import { LENGTHS, type TurnCost } from './measurement.ts';

/** The lengths are measured alternately, so that all of them are measured in the same minute. */
const BLOCKS = 15;
const TURNS_IN_A_BLOCK = 10;
const WARM_UP = 300;
const WORDS = 'What is the weather in Oakland, and is it the same as it was the day before? ';

const [store = '', folder = ''] = process.argv.slice(2);
const agent = new Agent({
  agentId: 'echo',
  name: 'Echo',
  model: (messages) => ({
    role: 'assistant',
    content: `These are ${messages.length} messages. ${WORDS}`,
  }),
});
const database = store === 'memory' ? ':memory:' : join(folder, 'tasks.db');
const serving = await agent.start({ port: 0, database, protocols: ['responses'] });

for (let warm = 0; warm < WARM_UP; warm += 1) await sendTurn(undefined);
const places: Place[] = [];
let newest: string | undefined;
for (let length = 1; length <= Math.max(...LENGTHS); length += 1) {
  newest = await sendTurn(newest);
  if (!LENGTHS.includes(length)) continue;
  places.push({
    length,
    id: newest,
    heapBytes: readHeapBytes(),
    diskBytes: diskBytes(),
    spentUs: 0,
  });
}
for (let block = 0; block < BLOCKS; block += 1) {
  for (const place of places) place.spentUs += await measureTurn(place.id);
}
await serving.close();
const costs = places.map(({ id: _id, spentUs, ...held }): TurnCost => ({
  ...held,
  cpuUs: spentUs / (BLOCKS * TURNS_IN_A_BLOCK),
}));
console.log(JSON.stringify(costs));

interface Place extends Omit<TurnCost, 'cpuUs'> {
  /** The response that the measured turns continue. */
  readonly id: string;
  spentUs: number;
}

async function measureTurn(id: string): Promise<number> {
  await sendTurn(id);
  const before = process.cpuUsage();
  for (let sent = 0; sent < TURNS_IN_A_BLOCK; sent += 1) await sendTurn(id);
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/** Sends a request after an earlier response; returns the id of the answer. */
async function sendTurn(previous: string | undefined): Promise<string> {
  const body = {
    model: 'echo',
    instructions: 'Answer in a sentence.',
    input: WORDS,
    previous_response_id: previous ?? null,
  };
  const response = await serving.fetch(
    new Request(`${serving.url}/v1/responses`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );
  const answer = (await response.json()) as { id?: string; status?: string };
  if (answer.status !== 'completed' || answer.id === undefined) {
    throw new Error(`not completed: ${JSON.stringify(answer)}`);
  }
  return answer.id;
}

/** Returns the live bytes on the heap; requires `--expose-gc`. */
function readHeapBytes(): number {
  if (!globalThis.gc) throw new Error('run it with --expose-gc');
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}

function diskBytes(): number {
  if (store === 'memory') return 0;
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}
