import { findSimilarWord } from '#core';
import type { Fields } from '../../text/fields.ts';

/**
 * Names under which other programs list the tools that a server may offer: Gemini CLI, Codex, and
 * GitHub Copilot (as of November 2026).
 */
const ALLOWED = ['includeTools', 'enabledTools', 'enabled_tools', 'allowedTools'] as const;

/** Names of the tools that a server must not offer: Gemini CLI, Kiro, Roo Code, Codex, Claude Code. */
const DENIED = ['excludeTools', 'disabledTools', 'disabled_tools', 'disallowedTools'] as const;

/** Which tools of a server are enabled, by the fields of other programs. */
export interface ToolFilters {
  /** Whether tools that no list names are enabled. */
  readonly serverDefault: boolean | undefined;
  readonly tools: readonly (readonly [tool: string, isEnabled: boolean])[];
}

/**
 * Parses the lists with which other programs restrict the tools of a server. A denied tool stays
 * denied, whatever else allows it; an entry that does not name a tool is a mistake.
 */
export function parseToolFilters(server: Fields): ToolFilters {
  const lists = [...ALLOWED, ...(Array.isArray(server.value['tools']) ? ['tools'] : [])];
  const allowed = lists.flatMap((field) => {
    const names = parseNames(server, field);
    return names === undefined || names.includes('*') ? [] : [names];
  });
  const denied = DENIED.flatMap((field) => parseNames(server, field) ?? []);
  // Of several lists, a tool must stand in each.
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

/** Fields of a server that are about its tools, and are read elsewhere. */
const OTHERS = [
  'tools',
  'toolEnabled',
  'toolInclude',
  'toolPermissionRequired',
  'serverToolDefaults',
];

/** Fields that allow more or limit nothing, so that nothing is lost without them. */
const HARMLESS = /timeout|auto|always|trust/i;

/** Reports and returns fields that seem to restrict tools and would be ignored, such as misspelled ones. */
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

/** Parses a list of names, or a text of names with commas. Undefined if the field is absent. */
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
