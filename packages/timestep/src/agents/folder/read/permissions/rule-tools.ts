import { findSimilarWord } from '#core';
import type { FolderProblem } from '../../problem.ts';

/** Tool names that are known from the files of a folder. */
export interface KnownTools {
  /** Names of the folder's MCP servers, which are the prefixes of their tools. */
  readonly servers: readonly string[];
  /** Tools that the program adds. Undefined if the files are read without a program. */
  readonly ofProgram?: readonly string[] | undefined;
}

/** Tools that every agent has without an MCP server. */
const BUILT_IN: readonly string[] = ['ask_user', 'load_skill', 'search_tools'];

/**
 * Finds a permission rule that matches no known tool. A name that resembles a known one is an
 * error; any other is a warning, because the program may add such a tool.
 */
export function findRuleToolProblem(
  rule: string,
  { servers, ofProgram = [] }: KnownTools,
): Pick<FolderProblem, 'severity' | 'message'> | undefined {
  const tool = (rule.split(':', 1)[0] ?? '').trim();
  const head = tool.split(/[*?]/, 1)[0] ?? '';
  const prefixes = servers.map((server) => `${server}_`);
  const whole = [...BUILT_IN, ...ofProgram];
  if (head === tool) {
    if (whole.includes(tool) || prefixes.some((prefix) => tool.startsWith(prefix)))
      return undefined;
  } else if (
    whole.some((name) => name.startsWith(head)) ||
    prefixes.some((prefix) => prefix.startsWith(head) || head.startsWith(prefix))
  ) {
    return undefined;
  }
  const meant = suggestToolName(tool, servers) ?? findSimilarWord(tool, whole);
  const start = `names the tool ${tool}, which the agent does not have`;
  if (meant !== undefined) {
    return { severity: 'mistake', message: `${start}: did you mean ${meant}?` };
  }
  const advice = servers.length === 0 ? '' : `: names begin with ${prefixes.join(', ')}`;
  return { severity: 'warning', message: `${start}${advice}` };
}

/**
 * Returns the tool name with the correct server name, if its server name is probably misspelled.
 */
function suggestToolName(tool: string, servers: readonly string[]): string | undefined {
  for (const server of servers) {
    const words = server.split('_').length;
    const parts = tool.split('_');
    const start = parts.slice(0, words).join('_');
    if (parts.length <= words || findSimilarWord(start, [server]) === undefined) continue;
    return [server, ...parts.slice(words)].join('_');
  }
  return undefined;
}
