import { posix } from 'node:path';
import { importsOf } from './imports.ts';
import type { SourceFile } from './source-tree.ts';
import { runGuard, type Verdict } from './verdict.ts';

const SOURCE = 'packages/timestep/src';
/** The root of `src`, whose index gathers what the rooms offer. */
const HALL = '';
/** The room that must run anywhere, and so imports nothing but itself. */
const CORE = 'core';
const PACKAGE = '@timestep-ai/timestep';

/**
 * Holds the direction of imports: a room reaches only rooms that its tsconfig references, only
 * through their index, and never by the package's own name. Tests may use any room, by its index.
 */
export function layers(files: readonly SourceFile[]): Verdict {
  const rooms = roomsOf(files);
  const sources = files.filter(({ path }) => path.startsWith(`${SOURCE}/`) && path.endsWith('.ts'));
  const problems = [...strayRooms(sources, rooms)];
  let arrows = 0;
  for (const file of sources) {
    for (const { specifier, line } of importsOf(file.text)) {
      arrows += 1;
      const problem = wrongWith(file.path, specifier, rooms);
      if (problem !== undefined) problems.push(`${file.path}:${line} ${problem}`);
    }
  }
  if (arrows === 0) problems.push(`no imports found under ${SOURCE}`);
  const summary = `${arrows} imports in ${sources.length} files of ${rooms.size - 1} rooms`;
  return { summary, problems };
}

type Rooms = ReadonlyMap<string, ReadonlySet<string>>;

function roomsOf(files: readonly SourceFile[]): Rooms {
  const configs = files.filter(
    ({ path }) => path.startsWith(`${SOURCE}/`) && posix.basename(path) === 'tsconfig.json',
  );
  return new Map(configs.map((config) => [roomOf(config.path), referencesOf(config)]));
}

function referencesOf({ path, text }: SourceFile): Set<string> {
  const { references = [] } = JSON.parse(text) as { references?: readonly { path: string }[] };
  const folder = posix.dirname(path);
  return new Set(references.map((reference) => roomOf(posix.join(folder, reference.path, 'x'))));
}

/** The room a path under `src` belongs to: its first folder, or the hall. */
function roomOf(path: string): string {
  const inside = posix.relative(SOURCE, path);
  return inside.includes('/') ? (inside.split('/')[0] ?? HALL) : HALL;
}

/** A room without a tsconfig, or one that the build never reaches, is not checked at all. */
function* strayRooms(sources: readonly SourceFile[], rooms: Rooms): Generator<string> {
  for (const room of new Set(sources.map(({ path }) => roomOf(path)))) {
    if (!rooms.has(room)) yield `${posix.join(SOURCE, room)} has no tsconfig.json`;
    else if (room !== HALL && !rooms.get(HALL)?.has(room)) {
      yield `${posix.join(SOURCE, room)} is not referenced by ${SOURCE}/tsconfig.json`;
    }
  }
}

function wrongWith(path: string, specifier: string, rooms: Rooms): string | undefined {
  const from = roomOf(path);
  const isTest = /\.(test|fixture)\.ts$/.test(path);
  if (specifier === PACKAGE || specifier.startsWith(`${PACKAGE}/`)) {
    return `imports ${specifier}: inside the package, import the room's index by its path`;
  }
  if (!specifier.startsWith('.')) {
    return from === CORE && !isTest ? `imports ${specifier}: core imports nothing` : undefined;
  }
  const target = posix.join(posix.dirname(path), specifier);
  if (!target.startsWith(`${SOURCE}/`)) return `imports ${specifier}, which is outside ${SOURCE}`;
  const to = roomOf(target);
  if (to === from) return undefined;
  if (target !== posix.join(SOURCE, to, 'index.ts')) {
    return `imports ${specifier}: other rooms are entered by their index.ts`;
  }
  if (isTest || rooms.get(from)?.has(to)) return undefined;
  return `imports ${specifier}: ${from || 'src'} does not reference ${to || 'src'}`;
}

if (import.meta.main) runGuard('layers', layers);
