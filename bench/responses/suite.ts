import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { formatReason } from '../durable/reason.ts';
import { measureRequests, type RequestsPlan } from '../process/measure-requests.ts';
import { createRequestReport } from '../request-report.ts';
import { requireRow, type Outcome, type Progress, type Suite } from '../suite.ts';
import { startModel } from './model-server.ts';
import { HEADERS, createRequestBody, findResponseError } from './wire.ts';

const BARE = 'node-http-echo';
const OGX_VARIABLE = 'TIMESTEP_OGX';

const ADVICE = `${OGX_VARIABLE} names no program: pip install ogx==1.5.0, with Python 3.12 or newer, on Linux`;

const LOAD = {
  suite: 'responses',
  connections: 32,
  headers: HEADERS,
  body: createRequestBody,
  wrongWith: findResponseError,
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
        { name: BARE, script: getScriptPath('node-http-echo') },
        { name: 'timestep-memory', script: getScriptPath('timestep'), args: ['memory'] },
        { name: 'timestep', script: getScriptPath('timestep'), args: ['file'] },
      ],
      warmUp: 10_000,
      amount: 10_000,
    };
    const alone = await measureRequests(plan, rounds, progress);
    return [...alone, ...(await measureWithModel(rounds, progress))];
  },
  report(rows) {
    const ratio = requireRow(rows, 'timestep').cpu_us / requireRow(rows, BARE).cpu_us;
    return createRequestReport(rows, BARE, [
      { what: 'timestep, × bare', figure: ratio, atMost: 20 },
    ]);
  },
};

/**
 * Measures servers that call the same model in another process, which is not counted; few
 * connections, because one request takes long.
 */
async function measureWithModel(rounds: number, progress: Progress): Promise<readonly Outcome[]> {
  const model = await startModel();
  const ours = {
    name: 'timestep-model',
    script: getScriptPath('timestep'),
    args: ['file', model.url],
  };
  const measure = (subjects: RequestsPlan['subjects']): Promise<readonly Outcome[]> =>
    measureRequests(
      { ...LOAD, connections: 8, subjects, warmUp: 300, amount: 500 },
      rounds,
      progress,
    );
  const program = process.env[OGX_VARIABLE] ?? '';
  const ogx = { name: 'ogx-model', script: getScriptPath('ogx'), args: [program, model.url] };
  try {
    if (!existsSync(program)) throw new Error(ADVICE);
    return await measure([ours, ogx]);
  } catch (thrown) {
    const unavailable = formatReason(thrown);
    return [...(await measure([ours])), { suite: LOAD.suite, name: ogx.name, unavailable }];
  } finally {
    model.close();
  }
}

function getScriptPath(name: string): string {
  return join(import.meta.dirname, `${name}.ts`);
}
