import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fuzz, type FuzzResult } from './fuzz.ts';
import { reportOf } from './report.ts';
import { processMeter, type Meter } from './send.ts';
import { slowness } from './slowness.ts';
import { CANARY, openStage, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

/** A sample; `npm run test:fuzz` sends as many as it is told to. */
const REQUESTS = 400;

/** Time as tests tell it: what the command measures is not asserted on machines of any speed. */
let spentMs = 0;
const meter: Meter = () => {
  const before = spentMs;
  return () => ({ busyMs: spentMs - before, loopMs: spentMs - before });
};

it('finds nothing that breaks the server', async () => {
  const result = await fuzz(stage, { requests: REQUESTS, seed: 11, overSockets: 0.2, meter });
  expect(result.findings).toEqual([]);
  expect(result.sent).toBe(REQUESTS);
  // Mutants that are all refused would say little about what lies behind.
  const answered = Object.values(result.tally).reduce((sum, row) => sum + (row['2xx'] ?? 0), 0);
  expect(answered).toBeGreaterThan(REQUESTS / 10);
});

it('sends the same for the same seed', async () => {
  const requests: string[][] = [];
  for (let run = 0; run < 2; run += 1) {
    const seen: string[] = [];
    const recording: Stage = {
      ...stage,
      fresh: async (name) => name,
      fetch: async (request) => {
        seen.push(`${request.method} ${request.url} ${[...request.headers].join(' ')}`);
        return new Response('{}');
      },
    };
    await fuzz(recording, { requests: 30, seed: 3, overSockets: 0, meter });
    requests.push(seen);
  }
  expect(requests[0]).toEqual(requests[1]);
  expect(new Set(requests[0]).size).toBeGreaterThan(20);
});

/** A server that answers as this does, and otherwise as the real one. */
async function broken(
  answer: (request: Request) => Response | Promise<Response>,
  timesSlower = 1,
): Promise<FuzzResult> {
  const bad: Stage = {
    ...stage,
    fetch: (request) =>
      request.url.includes('/v1/models') ? Promise.resolve(answer(request)) : stage.fetch(request),
  };
  const some = { requests: 100, seed: 5, overSockets: 0 };
  return fuzz(bad, { ...some, meter, slowness: () => timesSlower });
}

it('measures what the process does', async () => {
  const spent = processMeter();
  const before = process.cpuUsage();
  while (process.cpuUsage(before).user < 20_000) Math.sqrt(2);
  expect(spent().busyMs).toBeGreaterThanOrEqual(20);
});

it('finds no machine quicker than a usual one', () => {
  expect(slowness()).toBeGreaterThanOrEqual(1);
});

describe('a server that is broken', () => {
  it.each<[string, () => Response, string]>([
    ['fails', () => new Response('{}', { status: 500 }), 'server-error'],
    ['tells a stack', () => new Response(String(new Error('x').stack), { status: 400 }), 'stack'],
    ['tells a path', () => new Response(`${process.cwd()}/tasks.db`), 'stack'],
    ['tells a secret', () => new Response(null, { headers: { 'x-key': CANARY } }), 'secret'],
  ])('is found out where it %s', async (_name, answer, fault) => {
    const result = await broken(answer);
    expect(result.findings.length).toBeGreaterThan(0);
    expect(result.findings.every(({ faults }) => faults.includes(fault as 'stack'))).toBe(true);
    expect(reportOf(result, 5)).toMatch(/: BROKEN$/);
  });

  it('is found out where it does not answer', async () => {
    const result = await broken(() => Promise.reject(new Error('no')));
    expect(result.findings.map(({ faults }) => faults)).toContainEqual(['no-answer']);
  });

  const busy = () => {
    spentMs += 1100;
    return new Response('{}');
  };

  it('is found out where one request holds it for more than a second', async () => {
    const result = await broken(busy);
    expect(result.findings.length).toBeGreaterThan(0);
    expect(result.findings.every(({ faults }) => faults.includes('stall'))).toBe(true);
  });

  it('is not blamed for a machine that takes twice as long for everything', async () => {
    expect((await broken(busy, 2)).findings).toEqual([]);
  });

  it('is not blamed for what held it once', async () => {
    let held = 0;
    const result = await broken(() => {
      if (held === 0) spentMs += 1100;
      held += 1;
      return new Response('{}');
    });
    expect(held).toBeGreaterThan(1);
    expect(result.findings).toEqual([]);
  });
});
