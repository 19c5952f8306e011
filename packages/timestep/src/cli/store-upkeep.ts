import { mkdir, readdir, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { isJsonObject, type JsonObject, type JsonValue } from '../core/index.ts';
import type { StoreUpkeep } from '../page/index.ts';
import type { StoreCopies, StoreCopy } from '../view/index.ts';
import { CommandError } from './command-error.ts';
import { textOf, type OptionValues, type Surroundings } from './command.ts';
import type { ServedOn } from './served-on.ts';
import { amountIn, copyIn, examinationIn } from './upkeep-json.ts';

/** The database that is looked after, and where its copies are. */
export interface UpkeepPlace {
  /** The options of a command line that name the database, as they were written. */
  readonly database: readonly string[];
  /** The options by which its processes are found as well. */
  readonly processes: readonly string[];
  /** The name of the database, for the names of its copies. */
  readonly name: string;
  /** Where copies are made. */
  readonly folder: string;
  readonly retention?: string | undefined;
}

/**
 * Looks after a database by the commands for that, each in a process of its own: requests are answered
 * meanwhile, and a process that examines its own locks would take them for those of a dead one.
 */
export function storeUpkeep(
  { database, processes, name, folder, retention }: UpkeepPlace,
  run: NonNullable<Surroundings['runApart']>,
  now: () => number,
): StoreUpkeep {
  const jsonOf = async (words: readonly string[]): Promise<JsonObject> => {
    const { stdout, stderr } = await run([...words, '--json', ...database]);
    return jsonIn(stdout) ?? failed(stderr);
  };
  return {
    retention,
    examine: async () => examinationIn(await jsonOf(['doctor', ...processes])),
    copies: async () => ({ folder, files: await copiesIn(folder, extensionOf(name)) }),
    async backUp() {
      await mkdir(folder, { recursive: true });
      return copyIn(await jsonOf(['backup', join(folder, copyName(name, now()))]));
    },
    async prune({ days, isDryRun }) {
      const words = ['tasks', 'prune', '--older-than', `${days}d`];
      return amountIn(await jsonOf(isDryRun ? [...words, '--dry-run'] : words));
    },
  };
}

/** How a process looks after its database; there is nothing to look after where tasks are kept in memory. */
export function upkeepOf(
  { found, database }: ServedOn,
  values: OptionValues,
  { runApart }: Surroundings,
): StoreUpkeep | undefined {
  if (!found || database === undefined || !runApart) return undefined;
  const place = {
    ...found,
    name: basename(database),
    folder: textOf(values, 'backups') ?? 'backups',
    retention: textOf(values, 'retention'),
  };
  return storeUpkeep(place, runApart, Date.now);
}

/** The name of a copy, by which copies sort in the order in which they were made. */
function copyName(name: string, now: number): string {
  const extension = extensionOf(name);
  const moment = new Date(now).toISOString().slice(0, 19).replaceAll(':', '-');
  return `${basename(name, extname(name))}-${moment}${extension}`;
}

function extensionOf(name: string): string {
  return extname(name) || '.db';
}

const MOST_COPIES = 20;

async function copiesIn(folder: string, extension: string): Promise<StoreCopies['files']> {
  const names = await readdir(folder).catch(() => []);
  const all = await Promise.all(
    names
      .filter((name) => name.endsWith(extension))
      .map(async (name): Promise<StoreCopy[]> => {
        const file = join(folder, name);
        const found = await stat(file).catch(() => undefined);
        return found?.isFile() ? [{ file, bytes: found.size, at: found.mtimeMs }] : [];
      }),
  );
  return all
    .flat()
    .toSorted((one, other) => other.at - one.at)
    .slice(0, MOST_COPIES);
}

function jsonIn(text: string): JsonObject | undefined {
  try {
    const value = JSON.parse(text) as JsonValue;
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The sentence of the command, without the name of the program before it. */
function failed(stderr: string): never {
  const message = stderr.trim().replace(/^timestep: /, '') || 'the command said nothing';
  throw new CommandError('upkeep-failed', message);
}
