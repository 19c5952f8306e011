import { posix } from 'node:path';
import type { AgentFileLine, AgentFilePart } from '#engine/port';
import {
  type AgentLocation,
  MANIFEST,
  PROMPT,
  AGENTS_MD,
  SERVER_FILES,
  PLACES,
  NOTE_PLACES,
} from '#agents/folder';

export async function listFileLines({
  storage,
  entry,
}: AgentLocation): Promise<readonly AgentFileLine[]> {
  if (entry !== undefined) return [{ path: entry, part: 'agent' }];
  const top = [MANIFEST, PROMPT, AGENTS_MD, ...SERVER_FILES];
  const found = await Promise.all(
    top.map(async (path) => ((await storage.read(path)) ? path : [])),
  );
  const below = await Promise.all(PLACES.map((place) => storage.list(place)));
  return [...found.flat(), ...below.flat()].map((path) => ({ path, part: getFilePart(path) }));
}

export function getFilePart(path: string): AgentFilePart {
  if (path === MANIFEST) return 'settings';
  if (path === PROMPT) return 'prompt';
  if (path === AGENTS_MD) return 'instructions';
  if (SERVER_FILES.some((file) => file === path)) return 'servers';
  const [top = ''] = path.split(posix.sep);
  if (NOTE_PLACES.rule.some((place) => place === top)) return 'rule';
  return NOTE_PLACES.reference.some((place) => place === top) ? 'reference' : 'skill';
}
