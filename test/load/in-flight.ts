import { requestsTo, sideBySide } from './requests.ts';
import type { Result } from './result.ts';
import type { LoadedServer } from './server-process.ts';

const LANES = 50;
/** Number of messages that the other process accepts while the tasks run. */
const MESSAGES_ELSEWHERE = 300;
const LANES_ELSEWHERE = 5;

/** Runs many concurrent tasks, while another process works on the same database. */
export async function inFlight(
  server: LoadedServer,
  startAnother: () => Promise<LoadedServer>,
  amount: number,
): Promise<Result[]> {
  const requests = requestsTo(server.url);
  const before = await server.memory();
  await server.watch();
  const begun = performance.now();
  const ids: string[] = [];
  await sideBySide(amount, LANES, async (number) => {
    const options = { messageId: `in-flight-${number}`, returnImmediately: true };
    ids.push(await requests.send('waiter', 'wait', options));
  });
  const accepted = performance.now();
  const accepting = await server.figures();
  const during = await server.memory();

  const sharing = await sharedWith(await startAnother(), server);

  await server.watch();
  const released = performance.now();
  await server.release();
  await sideBySide(amount, LANES, async (number) => {
    await requests.ended('waiter', ids[number - 1] ?? '');
  });
  const ending = await server.figures();
  const after = await server.memory();
  requests.close();
  const kept = ((after.heapMb - before.heapMb) * 1e6) / amount;
  return [
    {
      name: 'in-flight',
      what: `${amount} tasks under way at once`,
      figures: {
        'accepted a second': amount / ((accepted - begun) / 1000),
        'loop p99 ms, accepting': accepting.loop.p99,
        'longest CPU ms, accepting': accepting.loop.longestCpu,
        'ended a second': amount / ((performance.now() - released) / 1000),
        'loop p99 ms, ending': ending.loop.p99,
        'longest CPU ms, ending': ending.loop.longestCpu,
        'heap kB a task': ((during.heapMb - before.heapMb) * 1e3) / amount,
        'heap bytes a task, after': kept,
      },
      problems:
        kept < MOST_KEPT_BYTES ? [] : [`${kept} bytes of heap are kept for each ended task`],
    },
    sharing,
  ];
}

/** Ended tasks are on disk, so the rest in memory is noise, which weighs more with few tasks. */
const MOST_KEPT_BYTES = 2000;

async function sharedWith(another: LoadedServer, server: LoadedServer): Promise<Result> {
  const requests = requestsTo(another.url);
  await server.watch();
  const begun = performance.now();
  await sideBySide(MESSAGES_ELSEWHERE, LANES_ELSEWHERE, async (number) => {
    const options = { messageId: `elsewhere-${number}`, returnImmediately: false };
    await requests.send('parrot', 'hello', options);
  });
  const seconds = (performance.now() - begun) / 1000;
  const { loop, cpuMs } = await server.figures();
  requests.close();
  await another.stop();
  return {
    name: 'sharing',
    what: 'another process answers messages on the same database meanwhile',
    figures: {
      'answered a second, by the other': MESSAGES_ELSEWHERE / seconds,
      'loop p99 ms': loop.p99,
      'loop longest ms': loop.longest,
      'longest CPU ms': loop.longestCpu,
      'CPU % of the first': cpuMs / seconds / 10,
    },
    problems: [],
  };
}
