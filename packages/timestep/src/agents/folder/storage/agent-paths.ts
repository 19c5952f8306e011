import { posix } from 'node:path';
import { isJsonObject, type JsonValue } from '../../../core/index.ts';

/** The file that defines an agent folder. */
export const MANIFEST = 'tsagent.json';
export const PROMPT = 'prompt.md';
export const VARIABLES = '.env';
/** Instructions for any agent that works in the folder. */
export const AGENTS_MD = 'AGENTS.md';
/** Files with MCP servers that other programs use too. The first file that exists is read. */
export const SERVER_FILES = ['mcp.json', '.mcp.json'] as const;
export const SKILL = 'SKILL.md';

/** Folders of rules and references. New files are written to the first folder of each kind. */
export const NOTE_PLACES = { rule: ['rules'], reference: ['references', 'refs'] } as const;
/** Folders of skills. If two skills have the same name, the skill of the first folder is used. */
export const SKILL_PLACES = ['skills', '.agents/skills'] as const;

/** Files at the top level of an agent's folder. */
export const TOP_FILES: readonly string[] = [
  MANIFEST,
  PROMPT,
  VARIABLES,
  AGENTS_MD,
  ...SERVER_FILES,
];

/** Subfolders whose files belong to an agent. */
export const PLACES: readonly string[] = [
  ...NOTE_PLACES.reference,
  ...NOTE_PLACES.rule,
  ...SKILL_PLACES,
];

/**
 * Checks whether a file in a subfolder is read together with the agent. Other files are read on
 * demand.
 */
export function isReadWithAgent(path: string): boolean {
  const folder = posix.dirname(path);
  return isNotePlace(folder)
    ? /\.mdt?$/.test(path)
    : posix.basename(path) === SKILL && isSkillPlace(posix.dirname(folder));
}

/** Checks whether a file name can be of a single-file agent. */
export function isAgentFile(path: string): boolean {
  return isYaml(path) || /\.mdt?$/.test(path);
}

export function isYaml(path: string): boolean {
  return /\.ya?ml$/.test(path);
}

/** Checks whether a text file between agents is documentation, not an agent. */
export function isDocumentation(path: string): boolean {
  return NO_AGENTS.includes(posix.basename(path));
}

const NO_AGENTS = ['README.md', 'CLAUDE.md', 'CONTRIBUTING.md', AGENTS_MD, PROMPT];

function isNotePlace(folder: string): boolean {
  return [...NOTE_PLACES.rule, ...NOTE_PLACES.reference].some((place) => place === folder);
}

function isSkillPlace(folder: string): boolean {
  return SKILL_PLACES.some((place) => place === folder);
}

/** Checks whether a file belongs to an agent, including files that are read on demand. */
export function isAgentPath(path: string): boolean {
  return TOP_FILES.includes(path) || PLACES.some((place) => path.startsWith(`${place}/`));
}

/** Returns the path of the file with the output schema that the text of a manifest names. */
export function findSchemaPath(manifest: string): string | undefined {
  try {
    const parsed = JSON.parse(manifest) as JsonValue;
    return isJsonObject(parsed) ? getSchemaPath(parsed['output']) : undefined;
  } catch {
    // The manifest is reported as invalid when it is parsed.
    return undefined;
  }
}

/**
 * Returns the path from the top of the folder. Undefined if the file is not a JSON file inside the
 * folder, or if the agent is a single file.
 */
export function getSchemaPath(value: JsonValue | undefined, entry?: string): string | undefined {
  if (typeof value !== 'string' || entry !== undefined || value.includes('\\')) return undefined;
  const path = posix.normalize(value);
  const isInside = !posix.isAbsolute(path) && path !== '..' && !path.startsWith('../');
  return isInside && path.endsWith('.json') ? path : undefined;
}
