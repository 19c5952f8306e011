/** The fixtures of all generations, as each was written, and copies of them to go on with. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WrittenChat } from './write-chat.ts';
import type { WrittenDatabase } from './write-database.ts';
import type { Figures } from './write-runs.ts';

export const FOLDER: string = join(import.meta.dirname, 'generations');

/** What the writer noted of a generation. */
export interface Written {
  readonly database: WrittenDatabase;
  readonly chat: WrittenChat;
  readonly figures: Figures;
}

export const GENERATIONS: readonly string[] = readdirSync(FOLDER);

export function writtenOf(generation: string): Written {
  return JSON.parse(readFileSync(join(FOLDER, generation, 'written.json'), 'utf8')) as Written;
}

/** A copy of files of a generation, and a function that removes it. */
export function copyOf(
  generation: string,
  ...names: readonly string[]
): { readonly folder: string; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-opens-'));
  for (const name of names) {
    cpSync(join(FOLDER, generation, name), join(folder, name), { recursive: true });
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Events that Temporal recorded, by the names of their files. */
export function historiesOf(generation: string): ReadonlyMap<string, readonly object[]> {
  const folder = join(FOLDER, generation, 'histories');
  const files = readdirSync(folder).map((file): [string, readonly object[]] => {
    const lines = readFileSync(join(folder, file), 'utf8').trimEnd().split('\n');
    return [file, lines.map((line) => JSON.parse(line) as object)];
  });
  return new Map(files);
}
