import type { LoadedServer } from './server-process.ts';
import { requestsTo, sideBySide } from './requests.ts';
import type { Result } from './result.ts';

const CONNECTING = 20;

/** Streams one task to many readers. */
export async function fanOut(
  server: LoadedServer,
  subscribers: number,
  words: number,
): Promise<Result> {
  const requests = requestsTo(server.url);
  const messageId = `fan-out-${words}`;
  const taskId = await requests.send('speaker', String(words), {
    messageId,
    returnImmediately: true,
  });
  const heard: Promise<boolean>[] = [];
  await sideBySide(subscribers, CONNECTING, () => {
    const { promise: opened, resolve } = Promise.withResolvers<void>();
    heard.push(requests.subscribe('speaker', taskId, resolve));
    return Promise.race([opened, heard.at(-1)?.then(() => undefined)]);
  });
  await server.watch();
  const begun = performance.now();
  await server.release();
  const ends = (await Promise.all(heard)).filter(Boolean).length;
  const seconds = (performance.now() - begun) / 1000;
  const { loop, cpuMs } = await server.figures();
  const { rssMb } = await server.memory();
  requests.close();
  return {
    name: 'fan-out',
    what: `${subscribers} subscribers of a task that says ${words} words`,
    figures: {
      'heard the end': ends,
      seconds,
      'loop p99 ms': loop.p99,
      'loop longest ms': loop.longest,
      'longest CPU ms': loop.longestCpu,
      'CPU µs a reader and word': (cpuMs * 1000) / (subscribers * words),
      'RSS MB': rssMb,
    },
    problems: ends === subscribers ? [] : [`${subscribers - ends} did not hear the end`],
  };
}
