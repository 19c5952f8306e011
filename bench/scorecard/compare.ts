import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PeerServer } from '../durable/servers/server.ts';
import type { Progress } from '../suite.ts';
import { keep, readKept } from './kept-stories.ts';
import type { StoryProcess } from './life.ts';
import { measureOverhead } from './overhead.ts';
import { judge, type StoryRecord } from './records.ts';
import { tellStory } from './story.ts';
import type { Compared } from './subjects.ts';
import { tellAll, type Attempt } from './tell-all.ts';
import { versionOf } from './version-of.ts';

/** What came of all stories of one product. */
export interface Comparison {
  readonly attempts: readonly Attempt[];
  /** Milliseconds of processor time of an undisturbed story, those of its server included. */
  readonly cpuMs: number;
}

/** How often a product is killed, and where its stories are kept. */
export interface Comparing {
  readonly kills: number;
  readonly seed: number;
  /** Stories are appended to this file, and those in it are left out. */
  readonly file: string | undefined;
  readonly progress: Progress;
}

const AT_ONCE = 4;

/** Tells a product the story once for each kill, and a few times without. */
export async function compare(compared: Compared, comparing: Comparing): Promise<Comparison> {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-scorecard-'));
  // A server may run as another user, who needs access to its folder.
  chmodSync(folder, 0o755);
  const createFolder = (name: string): string => {
    const path = join(folder, name);
    mkdirSync(path);
    return path;
  };
  try {
    const server = await compared.startServer?.(createFolder('server'));
    try {
      const createPlace = (story: string): StoryProcess => ({
        subject: compared.name,
        folder: createFolder(story),
        server: addressFor(compared, server, story),
        story,
      });
      return await tellUnkept(compared, comparing, createPlace, server?.pid ?? 0);
    } finally {
      await server?.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Tells what the file does not contain yet. */
async function tellUnkept(
  compared: Compared,
  { kills, seed, file, progress }: Comparing,
  createPlace: (story: string) => StoryProcess,
  serverPid: number,
): Promise<Comparison> {
  const { name, packageName } = compared;
  const version = packageName === undefined ? '' : versionOf(packageName);
  const run = { name, version, seed, kills };
  const kept = readKept(file, run);
  const attempts = kept.flatMap((one) => (one.kind === 'undisturbed' ? [] : [one]));
  const measured = kept.find((one) => one.kind === 'undisturbed');
  const cpuMs = measured?.cpuMs ?? (await measureOverhead(createPlace('overhead'), serverPid));
  if (!measured) keep(file, run, { kind: 'undisturbed', cpuMs });
  await tellAll({
    kills,
    seed,
    atOnce: compared.atOnce ?? AT_ONCE,
    earlier: [...attempts],
    async tell(point, story) {
      const { record, said } = await tellStory(createPlace(story), point);
      if (judge(record).lost) progress(`${name}: ${describe(record)} ${said.slice(-300)}`);
      return record;
    },
    keep(one) {
      attempts.push(one);
      keep(file, run, one);
      if (one.kind === 'failed') progress(`${name}: a story failed: ${one.reason}`);
      if (attempts.length % 20 === 0) progress(`${name}: ${attempts.length} stories`);
    },
  });
  return { attempts, cpuMs };
}

function addressFor(compared: Compared, server: PeerServer | undefined, story: string): string {
  if (!server) return '';
  if (!compared.hasOwnDatabase) return server.address;
  return server.address.replace(/\/[^/]*$/, `/${story.replaceAll('-', '_')}`);
}

function describe({ killedAt, failure }: StoryRecord): string {
  return `killed at "${killedAt}": ${failure}`;
}
