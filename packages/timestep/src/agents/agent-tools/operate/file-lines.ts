import type { AgentFileLine, AgentFilePart } from '#engine/port';
import {
  type AgentLocation,
  MANIFEST,
  PROMPT,
  AGENTS_MD,
  SERVER_FILES,
  COMMAND_PLACE,
  PLACES,
  NOTE_PLACES,
} from '#agents/folder';

export async function listAgentFilesWithParts({
  storage,
  entry,
}: AgentLocation): Promise<readonly AgentFileLine[]> {
  if (entry !== undefined) return [{ path: entry, part: 'agent' }];
  const top = [MANIFEST, PROMPT, AGENTS_MD, ...SERVER_FILES];
  const found = await Promise.all(
    top.map(async (path) => ((await storage.read(path)) ? path : [])),
  );
  const below = await Promise.all(PLACES.map((place) => storage.list(place)));
  return [...found.flat(), ...below.flat()].map((path) => ({ path, part: getPartOfFile(path) }));
}

/**
 * Kinds of agent files by path, or by the folder that contains the file. Other files belong to
 * skills.
 */
const PARTS: ReadonlyMap<string, AgentFilePart> = new Map([
  [MANIFEST, 'settings'],
  [PROMPT, 'prompt'],
  [AGENTS_MD, 'instructions'],
  ...SERVER_FILES.map((file) => [file, 'servers'] as const),
  [COMMAND_PLACE, 'command'],
  ...NOTE_PLACES.rule.map((place) => [place, 'rule'] as const),
  ...NOTE_PLACES.reference.map((place) => [place, 'reference'] as const),
]);

export function getPartOfFile(path: string): AgentFilePart {
  return PARTS.get(path) ?? PARTS.get(path.split('/')[0] ?? '') ?? 'skill';
}
