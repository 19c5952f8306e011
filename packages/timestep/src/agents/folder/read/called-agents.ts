import { resolve } from 'node:path';
import type { ToolSet } from '#engine/tools';
import type { Fields } from '../text/fields.ts';

/**
 * Creates the tools with which an agent calls other agents. Returns no tools if it may call none.
 */
export type AgentCalls = (caller: CallingAgent) => ToolSet;

/** An agent that calls other agents. */
export interface CallingAgent {
  /** Agents that may be called, as absolute paths and URLs. */
  readonly agents: readonly string[];
  /** Whether the agent has a user who can be asked. */
  readonly asks: boolean;
  /** Returns the name under which the agent's model calls a tool. */
  readonly getDisplayName: (tool: string) => string;
}

/** Name of the default server with the tools for calling agents. */
export const AGENTS_SERVER = 'agents';

export function parseCalledAgents(fields: Fields, directory: string): readonly string[] {
  const named = fields.getTexts('agents') ?? [];
  return named.flatMap((source, index): string[] => {
    const problem = findAgentSourceProblem(source);
    if (problem === undefined)
      return [/^https?:/i.test(source) ? source : resolve(directory, source)];
    fields.reportMistake(`agents[${index}]`, problem);
    return [];
  });
}

function findAgentSourceProblem(source: string): string | undefined {
  const advice = 'must be a path or an address, such as ../weather or https://agents.example';
  if (source.trim() === '') return advice;
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(source)) return undefined;
  const url = /^https?:/i.test(source) ? URL.parse(source) : null;
  if (!url) return advice;
  const isOpen = url.username === '' && url.password === '';
  return isOpen
    ? undefined
    : 'must not contain credentials, because every reader of the file could use them';
}
