import { findSimilarWord } from '#core';
import type { Fields } from '../../text/fields.ts';

/**
 * Field names under which other programs list the allowed tools of a server: Gemini CLI, Codex and
 * GitHub Copilot (as of November 2026).
 */
const ALLOWED = ['includeTools', 'enabledTools', 'enabled_tools', 'allowedTools'] as const;

/**
 * Field names under which other programs list the forbidden tools of a server: Gemini CLI, Kiro,
 * Roo Code, Codex and Claude Code.
 */
const DENIED = ['excludeTools', 'disabledTools', 'disabled_tools', 'disallowedTools'] as const;

/** Which tools of a server the fields of other programs enable. */
export interface ToolFilters {
  /** Whether tools that are in none of the lists are enabled. */
  readonly serverDefault: boolean | undefined;
  readonly tools: readonly (readonly [tool: string, isEnabled: boolean])[];
}

/**
 * Parses the fields with which other programs restrict the tools of a server. A denied tool stays
 * denied even if another field allows it. An entry that is not a tool name is an error.
 */
export function parseForeignToolFilters(server: Fields): ToolFilters {
  const lists = [...ALLOWED, ...(Array.isArray(server.value['tools']) ? ['tools'] : [])];
  const allowed = lists.flatMap((field) => {
    const names = parseNames(server, field);
    return names === undefined || names.includes('*') ? [] : [names];
  });
  const denied = DENIED.flatMap((field) => parseNames(server, field) ?? []);
  // If there are several lists of allowed tools, a tool must be in all of them.
  const [first = [], ...others] = allowed;
  const common = first.filter((name) => others.every((names) => names.includes(name)));
  return {
    serverDefault: allowed.length > 0 || denied.includes('*') ? false : undefined,
    tools: [
      ...common.map((tool) => [tool, !denied.includes('*')] as const),
      ...denied.map((tool) => [tool, false] as const),
    ],
  };
}

/** Server fields about tools that other code parses. */
const OTHERS = [
  'tools',
  'toolEnabled',
  'toolInclude',
  'toolPermissionRequired',
  'serverToolDefaults',
];

/** Unknown fields of a server entry with these words do not restrict its tools, so they may be ignored. */
const HARMLESS = /timeout|auto|always|trust/i;

/**
 * Reports unknown fields that seem to restrict tools, such as misspelled ones, and returns their
 * names.
 */
export function reportUnknownFilters(server: Fields): readonly string[] {
  const known: readonly string[] = [...ALLOWED, ...DENIED, ...OTHERS];
  const unknown = Object.keys(server.value).filter(
    (name) => /tool/i.test(name) && !known.includes(name) && !HARMLESS.test(name),
  );
  for (const name of unknown) {
    const meant = findSimilarWord(name, known);
    const advice =
      meant === undefined ? 'use includeTools or excludeTools' : `did you mean ${meant}?`;
    server.reportMistake(name, `is unknown and would not restrict the tools: ${advice}`);
  }
  return unknown;
}

/** Parses tool names: a list, or a text separated by commas. Undefined if the field is absent. */
function parseNames(server: Fields, field: string): readonly string[] | undefined {
  const value = server.value[field];
  if (value === undefined || value === null) return undefined;
  const names =
    typeof value === 'string'
      ? value.split(',').flatMap((name) => name.trim() || [])
      : (server.getTexts(field) ?? []);
  for (const name of names) {
    if (name !== '*' && !/^[\w./:-]+$/.test(name)) {
      const problem = `has "${name}", which is not the name of a tool: patterns and arguments are not followed`;
      server.reportMistake(field, problem);
    }
  }
  return names;
}
