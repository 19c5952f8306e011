import { mkdir, readdir, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { isJsonObject, parseJson } from '#core';
import type { StoreMaintenance } from '#people/page';
import type { DatabaseCopy, PruneResult } from '#engine/port';
import type { StoreCopies, StoreCopy } from '#people/view';
import type { ExaminationJson } from '../database/examination-text.ts';
import { CommandError } from '../../command-error.ts';
import type { OptionValues, CommandContext } from '../../command.ts';
import type { DatabaseOptions, ServerBackend } from '../../backends/server-backend.ts';

export interface MaintainedDatabase extends DatabaseOptions {
  /** File name of the database, used to name its copies. */
  readonly name: string;
  readonly folder: string;
  readonly retention?: string | undefined;
}

/**
 * Creates functions that maintain a database. Each runs a timestep command in another process: this
 * process could not distinguish its own locks from those of a crashed process.
 */
export function createStoreMaintenance(
  { database, processes, name, folder, retention }: MaintainedDatabase,
  run: NonNullable<CommandContext['runInSubprocess']>,
  now: () => number,
): StoreMaintenance {
  const readJson = async (words: readonly string[]): Promise<unknown> => {
    const { stdout, stderr } = await run([...words, '--json', ...database]);
    const result = parseJson(stdout);
    if (isJsonObject(result)) return result;
    const said = stderr.trim().replace(/^timestep: /, '');
    throw new CommandError(
      'upkeep-failed',
      said || `timestep ${words[0]} failed without a message: run it in a terminal on the server`,
    );
  };
  return {
    retention,
    async examine() {
      const examined = (await readJson(['doctor', ...processes])) as ExaminationJson;
      const { database: place, seen = [], findings } = examined;
      return { place, seen, findings };
    },
    copies: async () => ({ folder, files: await listBackups(folder, getDbExtension(name)) }),
    async backUp() {
      await mkdir(folder, { recursive: true });
      const copy = join(folder, createBackupName(name, now()));
      return (await readJson(['backup', copy])) as DatabaseCopy;
    },
    async prune({ days, isDryRun }) {
      const words = ['tasks', 'prune', '--older-than', `${days}d`];
      return (await readJson(isDryRun ? [...words, '--dry-run'] : words)) as PruneResult;
    },
  };
}

/** Creates the maintenance of a server's database; undefined if tasks are stored in memory. */
export function createServerMaintenance(
  { databaseOptions, database }: ServerBackend,
  values: OptionValues,
  { runInSubprocess }: CommandContext,
): StoreMaintenance | undefined {
  if (!databaseOptions || database === undefined || !runInSubprocess) return undefined;
  const place = {
    ...databaseOptions,
    name: basename(database),
    folder: values.text('backups') ?? 'backups',
    retention: values.text('retention'),
  };
  return createStoreMaintenance(place, runInSubprocess, Date.now);
}

/** Creates the file name of a backup copy. Names sort by creation time. */
function createBackupName(name: string, now: number): string {
  const extension = getDbExtension(name);
  const moment = new Date(now).toISOString().slice(0, 19).replaceAll(':', '-');
  return `${basename(name, extname(name))}-${moment}${extension}`;
}

function getDbExtension(name: string): string {
  return extname(name) || '.db';
}

const MAX_COPIES = 20;

async function listBackups(folder: string, extension: string): Promise<StoreCopies['files']> {
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
    .slice(0, MAX_COPIES);
}
