import { join } from 'node:path';
import { A2A_HEADERS, messageBody, wrongWithTask } from '../a2a/wire.ts';
import { measureRequests } from '../process/measure-requests.ts';
import { requestReport } from '../request-report.ts';
import { rowNamed, type Suite } from '../suite.ts';
import { CALL_HEADERS, callBody, wrongWithReport } from './wire.ts';

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
      subjects: [DIRECT, RELAY].map((name) => ({ name, script: scriptOf(name) })),
      headers: A2A_HEADERS,
      body: (number: number) => messageBody('SendMessage', number),
      wrongWith: wrongWithTask,
    };
    const bridged = {
      ...PLAN,
      subjects: [
        { name: 'timestep', script: scriptOf('timestep'), args: ['address'] },
        { name: 'timestep-path', script: scriptOf('timestep'), args: ['path'] },
      ],
      headers: CALL_HEADERS,
      body: callBody,
      wrongWith: wrongWithReport,
    };
    const rows = await measureRequests(direct, rounds, progress);
    return [...rows, ...(await measureRequests(bridged, rounds, progress))];
  },
  report(rows) {
    const more = rowNamed(rows, 'timestep').cpu_us - rowNamed(rows, DIRECT).cpu_us;
    return requestReport(rows, DIRECT, [
      { what: 'timestep, µs more than direct', figure: more, atMost: 1000 },
    ]);
  },
};

function scriptOf(name: string): string {
  return join(import.meta.dirname, `${name}.ts`);
}
