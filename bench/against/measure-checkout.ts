import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { A2A_REQUESTS } from '../a2a/suite.ts';
import type { Measurement } from '../durable/measurement.ts';
import { measureEpisodes } from '../episode/suite.ts';
import { MCP_REQUESTS } from '../mcp/suite.ts';
import { measureInChild } from '../process/measure-in-child.ts';
import { measureRequests, type RequestsPlan } from '../process/measure-requests.ts';
import { measureServers } from '../process/measure-servers.ts';
import { measureStart } from '../start/measure-start.ts';
import type { Subject } from '../start/subjects.ts';
import { measureStreams } from '../stream/suite.ts';

/** Microseconds of CPU per unit of work of one round, by the name of the work. */
export type Costs = Readonly<Record<string, number>>;

/** Measures one round of a checkout, whose `bench/` folder is given. */
export type MeasureCheckout = (bench: string) => Promise<Costs>;

/** The suites that can be measured in two checkouts, by their names. */
export const MEASURES: Readonly<Record<string, MeasureCheckout>> = {
  async episode(bench) {
    const costs: Record<string, number> = {};
    for (const name of ['timestep', 'timestep-stream'])
      costs[name] = (await measureEpisodes(join(bench, 'episode'), name)).cpuUs;
    return costs;
  },
  a2a: (bench) => measureServer(A2A_REQUESTS, 'timestep', join(bench, 'a2a', 'timestep.ts')),
  async mcp(bench) {
    const costs: Record<string, number> = {};
    for (const tools of ['3', '1000']) {
      const script = join(bench, 'mcp', 'timestep.ts');
      Object.assign(costs, await measureServer(MCP_REQUESTS, `${tools} tools`, script, [tools]));
    }
    return costs;
  },
  async stream(bench) {
    const subject = { name: 'timestep', script: join(bench, 'a2a', 'timestep.ts') };
    const measured = await measureServers([subject], 1, ignoreProgress, measureStreams);
    const [perStream] = measured.get('timestep') ?? [];
    return Object.fromEntries(
      [...(perStream ?? [])].map(([chunks, cpuUs]) => [`${chunks} chunks`, cpuUs]),
    );
  },
  async durable(bench) {
    const folder = mkdtempSync(join(tmpdir(), 'timestep-bench-'));
    try {
      mkdirSync(join(folder, 'work'));
      const script = join(bench, 'durable', 'child.ts');
      const args = ['timestep', join(folder, 'work'), '', '0'];
      const { passes } = (await measureInChild(script, args)) as Measurement;
      return Object.fromEntries(
        passes.map(({ tasks, cpuUs, effects }) => [`${tasks} at once`, cpuUs / effects]),
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  async start(bench) {
    // The program is that of the checkout, because packages and exports may have had other names.
    const file = pathToFileURL(join(bench, 'start', 'subjects.ts')).href;
    const { SUBJECTS } = (await import(file)) as { readonly SUBJECTS: readonly Subject[] };
    const subject = SUBJECTS.find(({ name }) => name === 'timestep');
    if (!subject) throw new Error(`${file} has no subject timestep`);
    return { process: (await measureStart(subject.args, bench)) * 1000 };
  },
};

async function measureServer(
  requests: Omit<RequestsPlan, 'subjects'>,
  name: string,
  script: string,
  args: readonly string[] = [],
): Promise<Costs> {
  const plan = { ...requests, subjects: [{ name, script, args }] };
  const [row] = await measureRequests(plan, 1, ignoreProgress);
  return row ? { [name]: row.cpu_us } : {};
}

function ignoreProgress(): void {}
