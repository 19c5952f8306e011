import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { isJsonObject, parseJson, type Culprit, type JsonObject } from '#core';
import type { TaskWork } from '../../effects/observe-effects.ts';
import { readOomKills } from './oom-kills.ts';

/** What the exit records of an ended process say. */
export type ExitRecord = { readonly hasDeparted: true } | { readonly culprit: MarkedCulprit };

/** The task whose work ended the process, and the name of the effect if the runner gave one. */
export type MarkedCulprit = Culprit & Pick<TaskWork, 'effect'>;

/** Size of a record in bytes. A record overwrites the previous record at its place, with a single write. */
const RECORD_BYTES = 1024;

/** An empty record, which blames no work. */
export const BLANK: Buffer = Buffer.alloc(RECORD_BYTES, ' ');

export interface ExitRecords {
  /**
   * Writes which task's work is to blame if this process dies. Place 0 holds the work that is running now,
   * place 1 the work to blame if memory runs out.
   */
  readonly write: (record: Buffer, place?: 0 | 1) => void;
  readonly close: () => void;
}

/** Opens the exit records of a process. The file is created when the first record is written. */
export function createExitRecords(path: string): ExitRecords {
  let file: number | undefined;
  return {
    write(record, place = 0) {
      try {
        file ??= openSync(path, 'w', 0o600);
        writeSync(file, record, 0, RECORD_BYTES, place * RECORD_BYTES);
      } catch {
        // If the record cannot be written, no work is blamed for the end of the process.
      }
    },
    close() {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}

/**
 * Encodes a record that names the task and the kind of work to blame for the end of this process. The fields
 * of `more` are added.
 */
export function encodeCulprit(
  { taskId, during, effect }: TaskWork,
  kind: Culprit['kind'],
  more: JsonObject = {},
): Buffer {
  const culprit = { taskId, during, kind, ...(effect !== undefined && { effect }) };
  return encodeRecord({ culprit, ...more });
}

/** Encodes a record. A record that is too long becomes an empty record. */
export function encodeRecord(record: JsonObject): Buffer {
  const text = Buffer.from(JSON.stringify(record));
  return text.length > RECORD_BYTES ? BLANK : Buffer.concat([text, BLANK], RECORD_BYTES);
}

/** Reads the exit records of an ended process. Undefined if they do not say how it ended. */
export function readExitRecord(
  path: string,
  countOomKills: () => number | undefined = readOomKills,
): ExitRecord | undefined {
  const bytes = readBytes(path);
  const newest = parseRecord(bytes.subarray(0, RECORD_BYTES));
  if (newest['hasDeparted'] === true) return { hasDeparted: true };
  const culprit = parseCulprit(newest);
  if (culprit) return { culprit };
  const alone = parseRecord(bytes.subarray(RECORD_BYTES));
  const { oomKills } = alone;
  const isOutOfMemory = typeof oomKills === 'number' && (countOomKills() ?? 0) > oomKills;
  const hungry = isOutOfMemory ? parseCulprit(alone) : undefined;
  return hungry && { culprit: hungry };
}

function parseRecord(record: Buffer): JsonObject {
  const value = parseJson(record.toString());
  return isJsonObject(value) ? value : {};
}

function parseCulprit({ culprit }: JsonObject): MarkedCulprit | undefined {
  if (!isJsonObject(culprit)) return undefined;
  const { taskId, during, kind, effect } = culprit;
  const isKnown = kind === 'exit' || kind === 'on-stack' || kind === 'out-of-memory';
  if (typeof taskId !== 'string' || typeof during !== 'string' || !isKnown) return undefined;
  return { taskId, during, kind, ...(typeof effect === 'string' && { effect }) };
}

function readBytes(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}

/** Deletes the exit records of a process, if there are any. */
export function deleteExitRecords(path: string): void {
  rmSync(path, { force: true });
}
