import { resolve } from 'node:path';
import type { ToolSet } from '../environment/index.ts';
import type { Fields } from './fields.ts';

/** Makes the tools with which an agent calls others, or none where there are none to call. */
export type AgentCalls = (caller: CallingAgent) => ToolSet;

/** An agent that calls others. */
export interface CallingAgent {
  /** Where those are that it may call: paths, absolute, and addresses. */
  readonly agents: readonly string[];
  /** Whether a person is beside it who can be asked. */
  readonly asks: boolean;
  /** The name by which its model calls a tool. */
  readonly shown: (tool: string) => string;
}

/** The server whose tools call agents, where the folder does not describe one. */
export const AGENTS_SERVER = 'agents';

/**
 * The agents that a folder names: paths, which are made absolute from the folder, and addresses. What
 * is wrong is reported by its place in the list.
 */
export function calledAgentsIn(fields: Fields, directory: string): readonly string[] {
  const named = fields.texts('agents') ?? [];
  return named.flatMap((source, index): string[] => {
    const problem = problemOf(source);
    if (problem === undefined)
      return [/^https?:/i.test(source) ? source : resolve(directory, source)];
    fields.wrong(`agents[${index}]`, problem);
    return [];
  });
}

function problemOf(source: string): string | undefined {
  const advice = 'must be a path or an address, as ../weather or https://agents.example';
  if (source.trim() === '') return advice;
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(source)) return undefined;
  const url = /^https?:/i.test(source) ? URL.parse(source) : null;
  if (!url) return advice;
  const isOpen = url.username === '' && url.password === '';
  return isOpen
    ? undefined
    : 'must not hold a name or a password: every reader of the file could use them';
}
