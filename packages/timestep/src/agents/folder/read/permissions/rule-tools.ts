import { findSimilarWord } from '#core';
import type { FolderProblem } from '../../problem.ts';

/** The names that the tools of a folder may have, as far as its files say. */
export interface KnownTools {
  /** Names of servers, which begin the names of their tools. */
  readonly servers: readonly string[];
  /** Tools that the program adds. Undefined if the program is not known. */
  readonly ofProgram?: readonly string[] | undefined;
}

/** Tools that agents have without a server. */
const BUILT_IN: readonly string[] = ['ask_user', 'load_skill', 'search_tools'];

/**
 * Finds out whether the files name no tool that a rule can match. A name like one of the folder's
 * is a mistake; any other may be a tool of the program that runs the agent.
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
  const meant = findMeantTool(tool, servers) ?? findSimilarWord(tool, whole);
  const start = `names the tool ${tool}, which the agent does not have`;
  if (meant !== undefined) {
    return { severity: 'mistake', message: `${start}: did you mean ${meant}?` };
  }
  const advice = servers.length === 0 ? '' : `: names begin with ${prefixes.join(', ')}`;
  return { severity: 'warning', message: `${start}${advice}` };
}

/** Returns the name with the server that a misspelt server name probably means. */
function findMeantTool(tool: string, servers: readonly string[]): string | undefined {
  for (const server of servers) {
    const words = server.split('_').length;
    const parts = tool.split('_');
    const start = parts.slice(0, words).join('_');
    if (parts.length <= words || findSimilarWord(start, [server]) === undefined) continue;
    return [server, ...parts.slice(words)].join('_');
  }
  return undefined;
}
