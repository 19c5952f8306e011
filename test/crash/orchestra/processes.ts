import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bridgeClient, type BridgeClient } from '../../interop/kill/bridge-client.ts';
import { programOf, type Program } from '../../interop/kill/program.ts';
import type { Edit } from '../edit.ts';
import {
  CRASH_VARIABLE,
  type Backing,
  type CrashOrder,
  type Role,
  type RoleOrder,
} from './orders.ts';

/** What the processes share. */
export interface ProcessSite {
  readonly folder: string;
  readonly pathOf: (role: Role, what: string) => string;
  readonly bookings: string;
  readonly backing: Backing;
  /** Rules that are broken in their sources. */
  readonly edits: readonly Edit[];
  readonly onDeathOf: (role: Role) => () => void;
}

/** A bridge, as its client starts it, the coordinator that it calls, and whom that one calls. */
export interface Processes {
  readonly bridge: BridgeClient;
  readonly coordinator: Program;
  readonly specialist: Program;
}

const MAIN = fileURLToPath(
  new URL('../../../packages/timestep/src/people/cli/main.ts', import.meta.url),
);
const PASSING = new URL('pass-points.ts', import.meta.url).href;
const PROGRAM = fileURLToPath(new URL('role.ts', import.meta.url));

export async function startProcesses(site: ProcessSite): Promise<Processes> {
  const { folder, backing, pathOf, onDeathOf } = site;
  const specialist = program('specialist', site);
  await specialist.start();
  mkdirSync(join(folder, 'desk'));
  const metadata = { name: 'Desk', description: 'Has journeys booked.' };
  const agents = [`${specialist.url}/agents/travel`];
  writeFileSync(join(folder, 'desk/tsagent.json'), JSON.stringify({ metadata, agents }));
  const coordinator = program('coordinator', site);
  await coordinator.start();
  const runner = ['--runner', 'temporal', '--task-queue', queueOf('bridge', site)];
  const served = [coordinator.url, '--database', pathOf('bridge', 'db')];
  const bridge = bridgeClient({
    command: process.execPath,
    args: [
      '--conditions=@timestep/source',
      '--import',
      PASSING,
      MAIN,
      'a2a-mcp',
      ...served,
      ...(backing.kind === 'sqlite' ? [] : [...runner, '--temporal-address', backing.address]),
    ],
    cwd: folder,
    env: envOf('bridge', site),
    onDeath: onDeathOf('bridge'),
  });
  return { bridge, coordinator, specialist };
}

function program(role: RoleOrder['role'], site: ProcessSite): Program {
  const { folder, backing, bookings, pathOf, onDeathOf } = site;
  return programOf({
    name: role,
    folder,
    onDeath: onDeathOf(role),
    run(port) {
      const order: RoleOrder = {
        role,
        port: Number(port),
        backing,
        database: pathOf(role, 'db'),
        taskQueue: queueOf(role, site),
        folder: join(folder, 'desk'),
        bookings,
      };
      const args = ['--import', PASSING, PROGRAM, JSON.stringify(order)];
      return { args, env: envOf(role, site) };
    },
  });
}

/** The folder is as new as the story, and so is the queue. */
function queueOf(role: Role, { folder }: ProcessSite): string {
  return `${basename(folder)}-${role}`;
}

function envOf(role: Role, { folder, pathOf, edits }: ProcessSite): Record<string, string> {
  const order: CrashOrder = {
    role,
    passed: pathOf(role, 'passed'),
    ambush: pathOf(role, 'ambush'),
    edits,
  };
  const { PATH = '', NODE_COMPILE_CACHE = join(folder, 'compiled') } = process.env;
  return {
    PATH,
    NODE_COMPILE_CACHE,
    TIMESTEP_CONFIG: join(folder, 'configuration'),
    // Rules are broken in the sources, which a process that loads the build of the tests does not run.
    ...(edits.length > 0 && { NODE_OPTIONS: '' }),
    [CRASH_VARIABLE]: JSON.stringify(order),
  };
}
