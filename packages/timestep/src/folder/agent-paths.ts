import { posix } from 'node:path';

/** The file that makes a folder an agent. */
export const MANIFEST = 'tsagent.json';
export const PROMPT = 'prompt.md';
export const VARIABLES = '.env';
/** Instructions for any agent that works in the folder. */
export const AGENTS_MD = 'AGENTS.md';
/** Where other programs look for MCP servers; the first that is there counts. */
export const SERVER_FILES = ['mcp.json', '.mcp.json'] as const;
export const SKILL = 'SKILL.md';

/** Folders of rules and of references; the first one of each is where new ones are written. */
export const NOTE_PLACES = { rule: ['rules'], reference: ['references', 'refs'] } as const;
/** Folders of skills; of two with the same name, the first counts. */
export const SKILL_PLACES = ['skills', '.agents/skills'] as const;

/** Files of an agent at the top of its folder. */
export const TOP_FILES: readonly string[] = [
  MANIFEST,
  PROMPT,
  VARIABLES,
  AGENTS_MD,
  ...SERVER_FILES,
];

/** Folders whose files belong to an agent. */
export const PLACES: readonly string[] = [
  ...NOTE_PLACES.reference,
  ...NOTE_PLACES.rule,
  ...SKILL_PLACES,
];

/** True for files below `PLACES` that are read with the agent; others are there to be read later. */
export function isReadAtOnce(path: string): boolean {
  const folder = posix.dirname(path);
  return isNotePlace(folder)
    ? /\.mdt?$/.test(path)
    : posix.basename(path) === SKILL && isSkillPlace(posix.dirname(folder));
}

/** True for the file of an agent that is one file. */
export function isAgentFile(path: string): boolean {
  return isYaml(path) || /\.mdt?$/.test(path);
}

/** True for the name of a file of YAML. */
export function isYaml(path: string): boolean {
  return /\.ya?ml$/.test(path);
}

/** True for a text beside agents that is not one. */
export function isForPeople(path: string): boolean {
  return NO_AGENTS.includes(posix.basename(path));
}

const NO_AGENTS = ['README.md', 'CLAUDE.md', 'CONTRIBUTING.md', AGENTS_MD, PROMPT];

function isNotePlace(folder: string): boolean {
  return [...NOTE_PLACES.rule, ...NOTE_PLACES.reference].some((place) => place === folder);
}

function isSkillPlace(folder: string): boolean {
  return SKILL_PLACES.some((place) => place === folder);
}

/** True for every file that belongs to an agent, those that are read later included. */
export function isAgentPath(path: string): boolean {
  return TOP_FILES.includes(path) || PLACES.some((place) => path.startsWith(`${place}/`));
}
