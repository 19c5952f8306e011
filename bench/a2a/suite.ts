import { join } from 'node:path';
import { measureRequests } from '../process/measure-requests.ts';
import { createRequestReport } from '../request-report.ts';
import { requireRow, type Suite } from '../suite.ts';
import { A2A_HEADERS, createMessageBody, findTaskError } from './wire.ts';

const BARE = 'node-http-echo';

export const a2aSuite: Suite = {
  name: 'a2a',
  about: 'one SendMessage to an agent that says what it is told; 32 connections, CPU of the server',
  rounds: 3,
  run(rounds, progress) {
    const plan = {
      suite: 'a2a',
      subjects: [BARE, 'timestep', 'a2a-sdk-express'].map((name) => ({
        name,
        script: join(import.meta.dirname, `${name}.ts`),
      })),
      warmUp: 15_000,
      amount: 15_000,
      connections: 32,
      headers: A2A_HEADERS,
      body: (number: number) => createMessageBody('SendMessage', number),
      wrongWith: findTaskError,
    };
    return measureRequests(plan, rounds, progress);
  },
  report(rows) {
    const ratio = requireRow(rows, 'timestep').cpu_us / requireRow(rows, BARE).cpu_us;
    return createRequestReport(rows, BARE, [
      { what: 'timestep, × bare', figure: ratio, atMost: 1.8 },
    ]);
  },
};
