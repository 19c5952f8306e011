import { requestsTo, sideBySide } from './requests.ts';
import type { Result } from './result.ts';
import type { LoadedServer } from './server-process.ts';

/** Number of concurrent tasks, as in a real server, and because tasks wait for the disk. */
const LANES = 8;
const PARTS = 4;
/** Maximum memory that an ended task may leave behind; the measured value is mostly noise. */
const MOST_KEPT_BYTES = 200;
/** Minimum number of tasks, because with fewer tasks noise hides the memory of each. */
const FEWEST = 5000;

/** Runs tasks one after another: memory must be constant once the server has warmed up. */
export async function succession(server: LoadedServer, tasks: number): Promise<Result> {
  const requests = requestsTo(server.url);
  const heaps: number[] = [];
  const bytesBefore = await server.written();
  await server.watch();
  const begun = performance.now();
  for (let part = 0; part < PARTS; part += 1) {
    const amount = Math.ceil(tasks / PARTS);
    await sideBySide(amount, LANES, async (number) => {
      const messageId = `succession-${part}-${number}`;
      await requests.send('parrot', 'hello', { messageId, returnImmediately: false });
    });
    heaps.push((await server.memory()).heapMb);
  }
  const seconds = (performance.now() - begun) / 1000;
  const { loop, cpuMs } = await server.figures();
  const bytes = (await server.written()) - bytesBefore;
  const { rssMb } = await server.memory();
  requests.close();
  const [first = 0] = heaps;
  const last = heaps.at(-1) ?? 0;
  const kept = ((last - first) * 1e6) / (tasks * (1 - 1 / PARTS));
  return {
    name: 'succession',
    what: `${tasks} tasks of one step, ${LANES} at a time`,
    figures: {
      'tasks a second': tasks / seconds,
      'CPU ms a task': cpuMs / tasks,
      'kB written a task': bytes / tasks / 1000,
      'loop p99 ms': loop.p99,
      'longest CPU ms': loop.longestCpu,
      'heap MB after a quarter': first,
      'heap MB at the end': last,
      'heap bytes a task': kept,
      'RSS MB': rssMb,
    },
    problems:
      tasks >= FEWEST && kept > MOST_KEPT_BYTES
        ? [`memory grows by ${Math.round(kept)} bytes a task`]
        : [],
  };
}
