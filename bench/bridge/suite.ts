import { join } from 'node:path';
import { A2A_HEADERS, createMessageBody, findTaskError } from '../a2a/wire.ts';
import { measureRequests } from '../process/measure-requests.ts';
import { createRequestReport } from '../request-report.ts';
import { requireRow, type Suite } from '../suite.ts';
import { CALL_HEADERS, callBody, findReportError } from './wire.ts';

const DIRECT = 'direct';
const RELAY = 'relay';
const PLAN = { suite: 'bridge', warmUp: 4000, amount: 4000, connections: 32 };

export const bridgeSuite: Suite = {
  name: 'bridge',
  about: 'one call of an agent: over A2A, and over MCP through the bridge; CPU of all servers',
  rounds: 3,
  async run(rounds, progress) {
    const direct = {
      ...PLAN,
      subjects: [DIRECT, RELAY].map((name) => ({ name, script: getScriptPath(name) })),
      headers: A2A_HEADERS,
      body: (number: number) => createMessageBody('SendMessage', number),
      wrongWith: findTaskError,
    };
    const bridged = {
      ...PLAN,
      subjects: [
        { name: 'timestep', script: getScriptPath('timestep'), args: ['address'] },
        { name: 'timestep-path', script: getScriptPath('timestep'), args: ['path'] },
      ],
      headers: CALL_HEADERS,
      body: callBody,
      wrongWith: findReportError,
    };
    const rows = await measureRequests(direct, rounds, progress);
    return [...rows, ...(await measureRequests(bridged, rounds, progress))];
  },
  report(rows) {
    const more = requireRow(rows, 'timestep').cpu_us - requireRow(rows, DIRECT).cpu_us;
    return createRequestReport(rows, DIRECT, [
      { what: 'timestep, µs more than direct', figure: more, atMost: 1000 },
    ]);
  },
};

function getScriptPath(name: string): string {
  return join(import.meta.dirname, `${name}.ts`);
}
