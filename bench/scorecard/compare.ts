import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PeerServer } from '../durable/servers/server.ts';
import type { Progress } from '../suite.ts';
import { drawKillPoints } from './kill-points.ts';
import { measureOverhead } from './overhead.ts';
import { judge, type StoryRecord } from './records.ts';
import { tellStory } from './story.ts';
import type { Compared } from './subjects.ts';

/** What came of all stories of one product. */
export interface Comparison {
  readonly records: readonly StoryRecord[];
  /** Milliseconds of processor time of an undisturbed story, those of its server included. */
  readonly cpuMs: number;
}

const AT_ONCE = 4;

/** Tells a product the story once for each kill, and a few times without. */
export async function compare(
  compared: Compared,
  kills: number,
  seed: number,
  progress: Progress,
): Promise<Comparison> {
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
      const placeOf = (story: string) => ({
        subject: compared.name,
        folder: createFolder(story),
        server: addressFor(compared, server, story),
        story,
      });
      const cpuMs = await measureOverhead(placeOf('overhead'), server?.pid ?? 0);
      const points = drawKillPoints(kills, seed);
      const records: StoryRecord[] = [];
      const tellNext = async (next: () => number): Promise<void> => {
        for (let index = next(); index < points.length; index = next()) {
          const { record, said } = await tellStory(placeOf(`story-${index}`), points[index]);
          records.push(record);
          if (judge(record).lost)
            progress(`${compared.name}: ${describe(record)} ${said.slice(-300)}`);
          if (records.length % 20 === 0) progress(`${compared.name}: ${records.length} kills`);
        }
      };
      let told = 0;
      const atOnce = Array.from({ length: compared.atOnce ?? AT_ONCE }, () =>
        tellNext(() => told++),
      );
      await Promise.all(atOnce);
      return { records, cpuMs };
    } finally {
      await server?.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function addressFor(compared: Compared, server: PeerServer | undefined, story: string): string {
  if (!server) return '';
  if (!compared.hasOwnDatabase) return server.address;
  return server.address.replace(/\/[^/]*$/, `/${story.replaceAll('-', '_')}`);
}

function describe({ killedAt, failure }: StoryRecord): string {
  return `killed at "${killedAt}": ${failure}`;
}
