import { join } from 'node:path';
import { measureRequests, type RequestsPlan } from '../process/measure-requests.ts';
import { createRequestReport } from '../request-report.ts';
import { requireRow, type Suite } from '../suite.ts';
import { callBody, MCP_HEADERS, findResultError } from './wire.ts';

const BARE = 'node-http-echo';

/** The calls that each server answers. */
export const MCP_REQUESTS: Omit<RequestsPlan, 'subjects'> = {
  suite: 'mcp',
  // Fewer calls contain one major garbage collection or none, by chance: a difference of 10 %.
  warmUp: 15_000,
  amount: 15_000,
  connections: 32,
  headers: MCP_HEADERS,
  body: callBody,
  wrongWith: findResultError,
};

export const mcpSuite: Suite = {
  name: 'mcp',
  about: 'one tools/call in an environment of few and of many tools; CPU of the server',
  rounds: 3,
  run(rounds, progress) {
    const plan: RequestsPlan = {
      ...MCP_REQUESTS,
      subjects: [
        { name: BARE, script: getScriptPath(BARE) },
        { name: 'timestep-3-tools', script: getScriptPath('timestep'), args: ['3'] },
        { name: 'timestep-100-tools', script: getScriptPath('timestep'), args: ['100'] },
        { name: 'timestep-1000-tools', script: getScriptPath('timestep'), args: ['1000'] },
        { name: 'mcp-sdk-3-tools', script: getScriptPath('mcp-sdk'), args: ['3'] },
        { name: 'mcp-sdk-100-tools', script: getScriptPath('mcp-sdk'), args: ['100'] },
      ],
    };
    return measureRequests(plan, rounds, progress);
  },
  report(rows) {
    const costOf = (name: string): number => requireRow(rows, name).cpu_us;
    const few = costOf('timestep-3-tools');
    const times = costOf('timestep-1000-tools') / few;
    return createRequestReport(rows, BARE, [
      { what: 'timestep, × bare', figure: few / costOf(BARE), atMost: 4 },
      { what: 'timestep, 1000 tools × 3 tools', figure: times, atMost: 1.2 },
    ]);
  },
};

function getScriptPath(name: string): string {
  return join(import.meta.dirname, `${name}.ts`);
}
