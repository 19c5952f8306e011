import { parseYaml } from './yaml-fields.ts';

/** Front matter with values put in quotes, and the lines, from 1, where that was needed. */
export interface QuotedValues {
  readonly text: string;
  readonly lines: readonly { readonly line: number; readonly name: string }[];
}

/**
 * Puts those values in quotes that are not YAML by themselves, such as `Use when: asked`. The number
 * of lines stays. `undefined` where that does not make the text YAML.
 */
export function withQuotedValues(yaml: string): QuotedValues | undefined {
  // Some descriptions go on at the left edge, with lines such as `user: "…"`.
  return [NAMED, KNOWN]
    .map((begins) => quotedWhere(yaml, begins))
    .find(({ text, lines }) => lines.length > 0 && !parseYaml(text).mistakes);
}

const NAMED = /^[A-Za-z_][\w.-]*:(?:\s|$)/;

/** Names that agents, skills, rules and references of several programs have. */
const KNOWN =
  /^(?:allowed-tools|argument-hint|author|background|category|color|compatibility|description|disallowedTools|hooks|include|isolation|kind|license|maxTurns|max_turns|mcpServers|memory|metadata|mode|model|name|permission|permissionMode|priorityLevel|skills|steps|tags|temperature|timeout_mins|tools|top_p|version):(?:\s|$)/;

function quotedWhere(yaml: string, begins: RegExp): QuotedValues {
  const lines: { line: number; name: string }[] = [];
  let line = 1;
  const groups = groupsOf(yaml.split('\n'), begins).map((group) => {
    const quoted = quotedGroup(group);
    if (quoted !== undefined) lines.push({ line, name: group[0]?.split(':')[0] ?? '' });
    line += group.length;
    return quoted ?? group.join('\n');
  });
  return { text: groups.join('\n'), lines };
}

/** Lines with what belongs to them: a name begins a group. */
function groupsOf(lines: readonly string[], begins: RegExp): string[][] {
  const groups: string[][] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    if (last && !begins.test(line)) last.push(line);
    else groups.push([line]);
  }
  return groups;
}

/** `undefined` where the group is YAML, or is not made so by quotes. */
function quotedGroup(group: readonly string[]): string | undefined {
  const [first = '', ...more] = group;
  const colon = first.indexOf(':');
  const begun = first.slice(colon + 1).trim();
  if (!NAMED.test(first) || begun === '' || !parseYaml(group.join('\n')).mistakes) return undefined;
  const isIndented = more.every((line) => /^\s|^$/.test(line));
  const value = [begun, ...more.map((line) => line.trim())].join(isIndented ? ' ' : '\n').trim();
  const quoted = `${first.slice(0, colon)}: ${JSON.stringify(value)}`;
  return [quoted, ...more.map(() => '')].join('\n');
}
