import { findSimilarWord } from '#core';
import type { LoginStore } from '#engine/port';
import { matchesRuleTool } from '#engine/tools';
import { createServerPool, formatMissingTool } from '#agents/agent-tools';
import {
  fileStorage,
  FolderError,
  isAgentFile,
  PINS,
  createToolPin,
  readAgentFolder,
  type AgentFolder,
} from '#agents/folder';
import { openFolderEnvironment } from './environment/folder-environment.ts';

/** Result of pinning the tools of a folder, with mistakes in its rules. */
export interface PinnedFolder {
  /** Path of the written file, which stores the definitions of tools as they were approved. */
  readonly file: string;
  /** Names of the tools whose definitions were stored, so that later changes of them are noticed. */
  readonly tools: readonly string[];
  /** Permission rules that name a tool which does not exist on its server. */
  readonly mistakes: readonly string[];
  /** Servers that could not be reached, so that their tools are not pinned. */
  readonly warnings: readonly string[];
}

/**
 * Starts the servers of a folder, and stores the definitions of the tools that its allow rules
 * name. Rejects with `FolderError`.
 */
export async function pinAllowedTools(path: string, logins?: LoginStore): Promise<PinnedFolder> {
  if (isAgentFile(path)) {
    throw new FolderError(
      `the tools of ${path} cannot be pinned, because it is a single file: make the agent a folder with tsagent.json`,
    );
  }
  const folder = readAgentFolder(path);
  const pool = createServerPool({ patienceMs: 0, location: path, ...(logins && { logins }) });
  try {
    const environment = openFolderEnvironment(folder, { servers: pool });
    const tools = (await environment.listChoices()).map(({ schema }) => schema);
    const allowed = tools.filter(({ function: { name } }) =>
      (folder.permissions.allow ?? []).some((rule) => matchesRuleTool(rule, name)),
    );
    const pins = allowed.map((schema) => [
      schema.function.name,
      createToolPin(schema, folder.path),
    ]);
    const storage = fileStorage(folder.path);
    const version = (await storage.read(PINS))?.version;
    const text = `${JSON.stringify({ tools: Object.fromEntries(pins) as object }, undefined, 2)}\n`;
    await storage.write(PINS, new TextEncoder().encode(text), { ...(version && { version }) });
    const missing = environment.listMissing();
    const lists = folder.servers.map(async (server) =>
      (await pool.getOrCreate(server).listTools()).map(
        (tool) => `${server.name}_${tool.function.name}`,
      ),
    );
    const names = (await Promise.all(lists)).flat();
    const reached = folder.servers
      .map(({ name }) => name)
      .filter((name) => !missing.some(({ server, tool }) => server === name && tool === undefined));
    return {
      file: `${folder.path}/${PINS}`,
      tools: allowed.map((schema) => schema.function.name),
      mistakes: listRulesWithUnknownTools(folder, reached, names),
      warnings: missing.map(formatMissingTool),
    };
  } finally {
    await pool.close();
  }
}

/** Lists rules that name, without a pattern, a tool that its server does not have. */
function listRulesWithUnknownTools(
  { permissions }: AgentFolder,
  reached: readonly string[],
  names: readonly string[],
): readonly string[] {
  const rules = [permissions.deny, permissions.ask, permissions.allow].flatMap(
    (list) => list ?? [],
  );
  return rules.flatMap((rule): string[] => {
    const tool = (rule.split(':', 1)[0] ?? '').trim();
    const isOfServer = reached.some((server) => tool.startsWith(`${server}_`));
    const isBuiltIn = tool.endsWith('_sampling');
    if (/[*?]/.test(tool) || !isOfServer || isBuiltIn || names.includes(tool)) return [];
    const meant = findSimilarWord(tool, names);
    const advice = meant === undefined ? '' : `: did you mean ${meant}?`;
    return [`the rule "${rule}" names ${tool}, which its server does not have${advice}`];
  });
}
