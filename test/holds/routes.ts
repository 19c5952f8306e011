import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPageProtocol } from '../../packages/timestep/src/people/page/page-protocol.ts';
import { fillPlaces } from '../fuzz/fuzz.ts';
import { fillDatabase } from '../fuzz/growth/fill.ts';
import { listRequests } from '../fuzz/growth/requests.ts';
import { processMeter, sent } from '../fuzz/send.ts';
import { openStage, type Stage } from '../fuzz/stage.ts';
import { measureHold, type Hold } from './hold.ts';

/** A file of tasks, and the length of the message of each in characters. */
export interface FilledFile {
  readonly tasks: number;
  readonly characters: number;
}

const MADE = 9;
const ROUNDS = 3;

/** Serves a file of large tasks, and measures one request of each route. */
export async function measureRouteHolds({
  tasks,
  characters,
}: FilledFile): Promise<readonly Hold[]> {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-holds-'));
  const database = join(folder, 'tasks.db');
  const page = createPageProtocol({ access: { kind: 'keys' }, files: async () => new Map() });
  const taskText = 'many words of a person '.repeat(Math.ceil(characters / 23));
  const open = (): Promise<Stage> => openStage({ database, protocols: [page], taskText });
  try {
    const first = await open();
    for (let made = 0; made < MADE; made += 1) await first.fresh('task');
    await first.close();
    fillDatabase(database, tasks);
    const stage = await open();
    try {
      return await measureRoutes(stage);
    } finally {
      await stage.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureRoutes(stage: Stage): Promise<readonly Hold[]> {
  const holds: Hold[] = [];
  for (const { route, method, path, headers = {}, body: given } of listRequests()) {
    const body = given === undefined ? undefined : JSON.stringify(given);
    let ms = Infinity;
    for (let round = 0; round < ROUNDS; round += 1) {
      const template = { route, method, path, headers, body, sending: 'whole' } as const;
      const request = await fillPlaces(template, stage);
      const send = () => sent(stage, request, 'process', processMeter);
      ms = Math.min(ms, await measureHold(send));
    }
    holds.push({ name: route, ms });
  }
  return holds;
}
