import { mkdir, readdir, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { isJsonObject, type JsonObject, type JsonValue } from '#core';
import type { StoreMaintenance } from '#people/page';
import type { DatabaseCopy, PruneResult } from '#engine/port';
import type { StoreCopies, StoreCopy, StoreExamination, StoreFinding } from '#people/view';
import { CommandError } from '../../command-error.ts';
import type { OptionValues, CommandContext } from '../../command.ts';
import type { ServerBackend } from '../../backends/server-backend.ts';

export interface MaintainedDatabase {
  /** Command-line options that select the database, unresolved. */
  readonly database: readonly string[];
  /** Additional command-line options that select the database's processes. */
  readonly processes: readonly string[];
  /** File name of the database, used to name its copies. */
  readonly name: string;
  readonly folder: string;
  readonly retention?: string | undefined;
}

/**
 * Creates the maintenance functions of a database. Each runs a timestep command in a separate
 * process, so that the server keeps answering. A process that examined its own locks would also
 * mistake them for those of a crashed process.
 */
export function createStoreMaintenance(
  { database, processes, name, folder, retention }: MaintainedDatabase,
  run: NonNullable<CommandContext['runInSubprocess']>,
  now: () => number,
): StoreMaintenance {
  const jsonOf = async (words: readonly string[]): Promise<JsonObject> => {
    const { stdout, stderr } = await run([...words, '--json', ...database]);
    return parseJsonObject(stdout) ?? throwCommandFailure(stderr);
  };
  return {
    retention,
    examine: async () => parseExamination(await jsonOf(['doctor', ...processes])),
    copies: async () => ({ folder, files: await listCopies(folder, getExtension(name)) }),
    async backUp() {
      await mkdir(folder, { recursive: true });
      return parseBackup(await jsonOf(['backup', join(folder, createCopyName(name, now()))]));
    },
    async prune({ days, isDryRun }) {
      const words = ['tasks', 'prune', '--older-than', `${days}d`];
      return parsePruned(await jsonOf(isDryRun ? [...words, '--dry-run'] : words));
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
function createCopyName(name: string, now: number): string {
  const extension = getExtension(name);
  const moment = new Date(now).toISOString().slice(0, 19).replaceAll(':', '-');
  return `${basename(name, extname(name))}-${moment}${extension}`;
}

function getExtension(name: string): string {
  return extname(name) || '.db';
}

const MAX_COPIES = 20;

async function listCopies(folder: string, extension: string): Promise<StoreCopies['files']> {
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

function parseJsonObject(text: string): JsonObject | undefined {
  try {
    const value = JSON.parse(text) as JsonValue;
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function throwCommandFailure(stderr: string): never {
  const message =
    stderr.trim().replace(/^timestep: /, '') || 'the command failed without a message';
  throw new CommandError('upkeep-failed', message);
}

/** Parses the output of `timestep doctor --json` for the dashboard. */
function parseExamination({ database, seen, findings }: JsonObject): StoreExamination {
  return {
    place: toText(database),
    seen: listObjects(seen).map(({ name, text }) => ({ name: toText(name), text: toText(text) })),
    findings: listObjects(findings).map(parseFinding),
  };
}

function parseBackup(copy: JsonObject): DatabaseCopy {
  const { file, tasks, events, bytes, remark } = copy;
  return {
    file: toText(file),
    tasks: toCount(tasks),
    events: toCount(events),
    bytes: toCount(bytes),
    ...(typeof remark === 'string' && { remark }),
  };
}

function parsePruned({ tasks, events, bytes }: JsonObject): PruneResult {
  return { tasks: toCount(tasks), events: toCount(events), bytes: toCount(bytes) };
}

function parseFinding({ severity, code, message }: JsonObject): StoreFinding {
  const isNote = severity === 'note';
  return {
    severity: isNote ? 'note' : 'problem',
    code: toText(code),
    message: toText(message),
  };
}

function listObjects(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function toText(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function toCount(value: JsonValue | undefined): number {
  return typeof value === 'number' ? value : 0;
}
