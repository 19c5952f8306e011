import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { reasonOf } from '../durable/reason.ts';
import { measureRequests, type RequestsPlan } from '../process/measure-requests.ts';
import { requestReport } from '../request-report.ts';
import { rowNamed, type Outcome, type Progress, type Suite } from '../suite.ts';
import { startModel } from './model-server.ts';
import { HEADERS, requestBody, wrongWithResponse } from './wire.ts';

const BARE = 'node-http-echo';
const OGX_VARIABLE = 'TIMESTEP_OGX';

const ADVICE = `${OGX_VARIABLE} names no program: pip install ogx==1.5.0, with Python 3.12 or newer, on Linux`;

const LOAD = {
  suite: 'responses',
  connections: 32,
  headers: HEADERS,
  body: requestBody,
  wrongWith: wrongWithResponse,
};

export const responsesSuite: Suite = {
  name: 'responses',
  about:
    'one POST /v1/responses to an agent that repeats the question; 32 connections, CPU of the server',
  rounds: 3,
  async run(rounds, progress) {
    const plan: RequestsPlan = {
      ...LOAD,
      subjects: [
        { name: BARE, script: scriptOf('node-http-echo') },
        { name: 'timestep-memory', script: scriptOf('timestep'), args: ['memory'] },
        { name: 'timestep', script: scriptOf('timestep'), args: ['file'] },
      ],
      warmUp: 10_000,
      amount: 10_000,
    };
    const alone = await measureRequests(plan, rounds, progress);
    return [...alone, ...(await withModel(rounds, progress))];
  },
  report(rows) {
    const ratio = rowNamed(rows, 'timestep').cpu_us / rowNamed(rows, BARE).cpu_us;
    return requestReport(rows, BARE, [{ what: 'timestep, × bare', figure: ratio, atMost: 20 }]);
  },
};

/** Servers that ask the same model in another process, which is not counted; few at a time, since one takes long. */
async function withModel(rounds: number, progress: Progress): Promise<readonly Outcome[]> {
  const model = await startModel();
  const ours = { name: 'timestep-model', script: scriptOf('timestep'), args: ['file', model.url] };
  const measure = (subjects: RequestsPlan['subjects']): Promise<readonly Outcome[]> =>
    measureRequests(
      { ...LOAD, connections: 8, subjects, warmUp: 300, amount: 500 },
      rounds,
      progress,
    );
  const program = process.env[OGX_VARIABLE] ?? '';
  const ogx = { name: 'ogx-model', script: scriptOf('ogx'), args: [program, model.url] };
  try {
    if (!existsSync(program)) throw new Error(ADVICE);
    return await measure([ours, ogx]);
  } catch (thrown) {
    const unavailable = reasonOf(thrown);
    return [...(await measure([ours])), { suite: LOAD.suite, name: ogx.name, unavailable }];
  } finally {
    model.close();
  }
}

function scriptOf(name: string): string {
  return join(import.meta.dirname, `${name}.ts`);
}
