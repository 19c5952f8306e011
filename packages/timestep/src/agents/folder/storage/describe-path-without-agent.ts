import { basename, extname, join, relative } from 'node:path';
import { formatForeignName } from '#core';
import { AGENTS_MD, SERVER_FILES, SKILL } from './agent-paths.ts';
import { findAgents, findAgentsBelow, getFileKind } from './find-agents.ts';

/** Files that identify agents of other programs with unreadable formats, as of November 2026. */
const PROGRAMS: readonly (readonly [program: string, files: readonly string[]])[] = [
  ['eve', ['agent.ts', 'instructions.md']],
  ['eve', ['agent/instructions.md']],
  ['CrewAI', ['config/agents.yaml']],
  ['LangGraph', ['langgraph.json']],
];

const INSTRUCTIONS = [AGENTS_MD, 'CLAUDE.md', 'GEMINI.md', 'instructions.md'];
const MOST_NAMED = 3;

/** Describes for an error message what a path contains instead of an agent, with advice. */
export function describePathWithoutAgent(path: string): string {
  const advice =
    getFileKind(path) === 'folder' ? adviseOnNonAgentFolder(path) : adviseOnNonAgentFile(path);
  return advice === undefined ? '' : `; ${advice}`;
}

function adviseOnNonAgentFile(path: string): string | undefined {
  if (getFileKind(path) === undefined) return 'there is no such file or folder';
  return ['.json', '.jsonc'].includes(extname(path))
    ? `copy the servers of ${formatForeignName(basename(path))} to mcp.json of an agent folder, which timestep new creates`
    : undefined;
}

function adviseOnNonAgentFolder(folder: string): string | undefined {
  const has = (file: string): boolean => getFileKind(join(folder, file)) === 'file';
  if (has(SKILL)) {
    return `the folder is a skill: copy it to skills/ of an agent folder, or import its ${SKILL}`;
  }
  const program = PROGRAMS.find(([, files]) => files.every(has))?.[0];
  const agents = findAgentPaths(folder);
  const named = agents.slice(0, MOST_NAMED).map((one) => formatForeignName(relative(folder, one)));
  if (agents.length > 0) {
    return `the folder contains agents or skills: name one, such as ${named.join(', ')}`;
  }
  const instructions = INSTRUCTIONS.find(has) ?? INSTRUCTIONS.find((file) => has(`agent/${file}`));
  const advice = `import ${instructions ?? 'a .md file'} with timestep import`;
  if (program !== undefined) {
    return `the folder belongs to ${program}, whose agents are not read: ${advice}`;
  }
  if (instructions !== undefined) return advice;
  const servers = SERVER_FILES.find(has);
  return (
    servers && `put ${servers} next to the tsagent.json of an agent, which timestep new creates`
  );
}

/**
 * Finds agents and skills below a folder. Returns none if the folder is too large or unreadable.
 */
function findAgentPaths(folder: string): readonly string[] {
  try {
    return [...new Set([...findAgents(folder).paths, ...findAgentsBelow(folder)])].toSorted();
  } catch {
    return [];
  }
}
