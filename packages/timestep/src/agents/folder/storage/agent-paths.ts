import { posix } from 'node:path';

/** The file that defines an agent folder. */
export const MANIFEST = 'tsagent.json';
export const PROMPT = 'prompt.md';
export const VARIABLES = '.env';

/** File with instructions for any agent that works in the folder. */
export const AGENTS_MD = 'AGENTS.md';
/** File with the definitions of the tools that the folder allows, which `timestep check --pin` writes. */
export const PINS = 'pins.json';
export const SERVER_FILES = ['mcp.json', '.mcp.json'] as const;
export const SKILL = 'SKILL.md';

/** Folders of rules and references; new files are written to the first folder of each kind. */
export const NOTE_PLACES = { rule: ['rules'], reference: ['references', 'refs'] } as const;

/** Folder of commands: texts that a user sends by a slash command of the file's name. */
export const COMMAND_PLACE = 'commands';

/** Folders of skills. Of two skills with the same name, the first folder's skill is used. */
export const SKILL_PLACES = ['skills', '.agents/skills', '.claude/skills'] as const;

/** Folders of a project in which other programs keep agents, as of November 2026. */
export const PROGRAM_PLACES = [
  '.claude/agents',
  '.opencode/agents',
  '.opencode/agent',
  '.gemini/agents',
  '.github/agents',
] as const;

export const TOP_FILES: readonly string[] = [
  MANIFEST,
  PROMPT,
  VARIABLES,
  AGENTS_MD,
  ...SERVER_FILES,
  PINS,
];

export const PLACES: readonly string[] = [
  ...NOTE_PLACES.reference,
  ...NOTE_PLACES.rule,
  ...SKILL_PLACES,
  COMMAND_PLACE,
];

export function isFileReadWithAgent(path: string): boolean {
  const folder = posix.dirname(path);
  const notes: readonly string[] = [...NOTE_PLACES.rule, ...NOTE_PLACES.reference];
  if (notes.includes(folder)) return /\.mdt?$/.test(path);
  if (folder === COMMAND_PLACE) return path.endsWith('.md');
  const skills: readonly string[] = SKILL_PLACES;
  return posix.basename(path) === SKILL && skills.includes(posix.dirname(folder));
}

/** Whether a file name can be the name of a single-file agent. */
export function isAgentFile(path: string): boolean {
  return isYaml(path) || /\.mdt?$/.test(path);
}

export function isYaml(path: string): boolean {
  return /\.ya?ml$/.test(path);
}

/**
 * Whether a file is documentation or part of another agent, so that it is an agent only if a user
 * names it.
 */
export function isDocumentation(path: string): boolean {
  return isProjectDocument(path) || PARTS.includes(posix.basename(path));
}

export function isProjectDocument(path: string): boolean {
  return FOR_PEOPLE.test(posix.basename(path));
}

const FOR_PEOPLE =
  /^(?:README|CONTRIBUTING|CHANGELOG|LICEN[CS]E|SECURITY|CODE_OF_CONDUCT)\b[^/]*\.md$/i;

const PARTS = ['CLAUDE.md', 'GEMINI.md', 'instructions.md', AGENTS_MD, PROMPT];

export function isPathOfAgentFile(path: string): boolean {
  return TOP_FILES.includes(path) || PLACES.some((place) => path.startsWith(`${place}/`));
}
