import { join } from 'node:path';
import { measureServers } from '../process/measure-servers.ts';
import type { ServerProcess } from '../process/server-process.ts';
import { stayAwake } from '../process/stay-awake.ts';
import { formatFigure, computeSpread } from '../statistics.ts';
import { toCpuFields, type Aim, type Row, type Suite } from '../suite.ts';
import { readStream } from './read-stream.ts';

/** Lengths of streams, and the number of streams per round for each. */
const LENGTHS = [
  { chunks: 100, streams: 20 },
  { chunks: 1000, streams: 2 },
  { chunks: 2000, streams: 1 },
];
const WARM_UP = { chunks: 100, streams: 20 };
const SUBJECTS = ['timestep', 'a2a-sdk-express'];

export const streamSuite: Suite = {
  name: 'stream',
  about: 'one answer streamed over A2A in many pieces; CPU of the server',
  rounds: 3,
  async run(rounds, progress) {
    const subjects = SUBJECTS.map((name) => ({
      name,
      script: join(import.meta.dirname, '..', 'a2a', `${name}.ts`),
    }));
    const gathered = await measureServers(subjects, rounds, progress, measureStreams);
    return SUBJECTS.flatMap((name) =>
      LENGTHS.map(({ chunks }): Row => {
        const costs = (gathered.get(name) ?? []).map((perStream) => perStream.get(chunks) ?? 0);
        return { suite: 'stream', name, chunks, ...toCpuFields(computeSpread(costs)), rounds };
      }),
    );
  },
  report(rows) {
    return {
      head: ['', 'chunks', 'CPU ms', 'median', 'µs a chunk', '× timestep'],
      lines: rows.map((row) => [
        row.name,
        formatFigure(Number(row['chunks'])),
        formatFigure(row.cpu_us / 1000),
        formatFigure(row.cpu_us_median / 1000),
        formatFigure(perChunk(row)),
        formatFigure(row.cpu_us / findOwnRow(rows, Number(row['chunks'])).cpu_us),
      ]),
      aims: [createLinearAim(rows)],
    };
  },
};

/** Measures the microseconds of CPU of a server per stream, by the number of its chunks. */
export async function measureStreams({ url, during }: ServerProcess): Promise<Map<number, number>> {
  await readMany(url, WARM_UP);
  const perStream = new Map<number, number>();
  for (const length of LENGTHS) {
    const { cpuUs } = await during(() => readMany(url, length));
    perStream.set(length.chunks, cpuUs / length.streams);
  }
  return perStream;
}

let sent = 0;

async function readMany(
  url: string,
  { chunks, streams }: { readonly chunks: number; readonly streams: number },
): Promise<void> {
  const fallAsleep = stayAwake();
  try {
    for (let read = 0; read < streams; read += 1) {
      sent += 1;
      await readStream(url, chunks, sent);
    }
  } finally {
    fallAsleep();
  }
}

/** Checks that a chunk of a long stream costs the same as a chunk of a short one, within noise. */
function createLinearAim(rows: readonly Row[]): Aim {
  const figure = perChunk(findOwnRow(rows, 2000)) / perChunk(findOwnRow(rows, 100));
  return { what: 'timestep, µs a chunk, 2,000 × 100 chunks', figure, atMost: 1.5 };
}

function perChunk(row: Row): number {
  return row.cpu_us / Number(row['chunks']);
}

function findOwnRow(rows: readonly Row[], chunks: number): Row {
  const row = rows.find((one) => one.name === 'timestep' && one['chunks'] === chunks);
  if (!row) throw new Error(`there is no row of ours with ${chunks} chunks`);
  return row;
}
