import { parseYamlWithMistakes } from './yaml.ts';

interface QuotedValues {
  readonly text: string;
  readonly lines: readonly { readonly line: number; readonly name: string }[];
}

/** Quotes YAML values such as `Use when: asked`, line by line. Undefined if they stay invalid. */
export function quoteInvalidValues(yaml: string): QuotedValues | undefined {
  // Field names must be known, because a description may continue with a line like `user: "…"`.
  const attempts = [NAMED, KNOWN].map((begins) => quoteFieldGroups(yaml, begins));
  return attempts.find(
    ({ text, lines }) => lines.length > 0 && !parseYamlWithMistakes(text).mistakes,
  );
}

const NAMED = /^[A-Za-z_][\w.-]*:(?:\s|$)/;

const KNOWN =
  /^(?:allowed-tools|argument-hint|author|background|category|color|compatibility|description|disallowedTools|hooks|include|isolation|kind|license|maxTurns|max_turns|mcpServers|memory|metadata|mode|model|name|permission|permissionMode|priorityLevel|skills|steps|tags|temperature|timeout_mins|tools|top_p|version):(?:\s|$)/;

function quoteFieldGroups(yaml: string, groupStart: RegExp): QuotedValues {
  const lines: { line: number; name: string }[] = [];
  let line = 1;
  const groups = groupLines(yaml.split('\n'), groupStart).map((group) => {
    const quoted = quoteFieldValue(group);
    if (quoted !== undefined) lines.push({ line, name: group[0]?.split(':')[0] ?? '' });
    line += group.length;
    return quoted ?? group.join('\n');
  });
  return { text: groups.join('\n'), lines };
}

function groupLines(lines: readonly string[], groupStart: RegExp): string[][] {
  const groups: string[][] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    if (last && !groupStart.test(line)) last.push(line);
    else groups.push([line]);
  }
  return groups;
}

function quoteFieldValue(group: readonly string[]): string | undefined {
  const [first = '', ...more] = group;
  const colon = first.indexOf(':');
  const begun = first.slice(colon + 1).trim();
  if (!NAMED.test(first) || begun === '' || !parseYamlWithMistakes(group.join('\n')).mistakes)
    return undefined;
  const isIndented = more.every((line) => /^\s|^$/.test(line));
  const value = [begun, ...more.map((line) => line.trim())].join(isIndented ? ' ' : '\n').trim();
  const quoted = `${first.slice(0, colon)}: ${JSON.stringify(value)}`;
  return [quoted, ...more.map(() => '')].join('\n');
}
