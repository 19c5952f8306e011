import { join } from 'node:path';
import { measureRequests, type RequestsPlan } from '../process/measure-requests.ts';
import { createRequestReport } from '../request-report.ts';
import { requireRow, type Suite } from '../suite.ts';
import { A2A_HEADERS, createMessageBody, findTaskError } from './wire.ts';

const BARE = 'node-http-echo';

/** The requests that each server answers. */
export const A2A_REQUESTS: Omit<RequestsPlan, 'subjects'> = {
  suite: 'a2a',
  warmUp: 15_000,
  amount: 15_000,
  connections: 32,
  headers: A2A_HEADERS,
  body: (number: number) => createMessageBody('SendMessage', number),
  wrongWith: findTaskError,
};

export const a2aSuite: Suite = {
  name: 'a2a',
  about: 'one SendMessage to an agent that says what it is told; 32 connections, CPU of the server',
  rounds: 3,
  run(rounds, progress) {
    const subjects = [BARE, 'timestep', 'a2a-sdk-express'].map((name) => ({
      name,
      script: join(import.meta.dirname, `${name}.ts`),
    }));
    return measureRequests({ ...A2A_REQUESTS, subjects }, rounds, progress);
  },
  report(rows) {
    const ratio = requireRow(rows, 'timestep').cpu_us / requireRow(rows, BARE).cpu_us;
    return createRequestReport(rows, BARE, [
      { what: 'timestep, × bare', figure: ratio, atMost: 1.8 },
    ]);
  },
};
