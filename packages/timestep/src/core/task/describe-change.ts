import { escapeHiddenInJson } from '../text/hidden-characters.ts';
import type { JsonValue } from '../data/json.ts';
import { isJsonObject } from '../data/json.ts';
import type { ToolDefinition } from './tool-definition.ts';

/** Fields of a tool definition, in the order in which their changes are described. */
const PARTS: readonly (readonly [part: keyof ToolDefinition, words: string])[] = [
  ['server', 'its server'],
  ['launch', 'the command or address of its server'],
  ['name', 'its name'],
  ['title', 'its title'],
  ['description', 'its description'],
  ['input', 'its arguments'],
  ['output', 'its result'],
  ['hints', 'its hints'],
];

/** Describes in words how a tool definition has changed. Hidden characters are escaped. */
export function describeToolChange(before: ToolDefinition, now: ToolDefinition): string {
  return PARTS.flatMap(([part, words]) => {
    const [was, is] = [before[part], now[part]];
    // The command line of a server is shown in full, because its end matters as much as its beginning.
    if (part !== 'launch') return describeChangesOfValue(words, was, is);
    return was === is ? [] : [`${words}: was ${formatValue(was)}, is ${formatValue(is)}`];
  }).join('; ');
}

function describeChangesOfValue(
  words: string,
  before?: JsonValue,
  now?: JsonValue,
): readonly string[] {
  if (isJsonObject(before) && isJsonObject(now)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(now)])];
    return names.flatMap((name) =>
      describeChangesOfValue(`${words}, ${formatValue(name)}`, before[name], now[name]),
    );
  }
  if (Array.isArray(before) && Array.isArray(now)) {
    if (formatValue(before) === formatValue(now)) return [];
  } else if (before === now) return [];
  if (typeof before === 'string' && typeof now === 'string') {
    return [
      `${words}: was ${formatDifferingPart(before, now)}, is ${formatDifferingPart(now, before)}`,
    ];
  }
  return [`${words}: was ${formatValue(before)}, is ${formatValue(now)}`];
}

/** Maximum length of a text that is shown in full although only a part of it has changed. */
const SHOWN_WHOLE = 200;
const SHOWN_AROUND = 40;

/** Formats a text. Of a long text, only the part that differs from `other` is shown, with its surroundings. */
function formatDifferingPart(text: string, other: string): string {
  if (Math.max(text.length, other.length) <= SHOWN_WHOLE) return formatValue(text);
  const most = Math.min(text.length, other.length);
  let start = 0;
  while (start < most && text[start] === other[start]) start += 1;
  let end = 0;
  while (end < most - start && text.at(-1 - end) === other.at(-1 - end)) end += 1;
  const from = Math.max(0, start - SHOWN_AROUND);
  const to = Math.min(text.length, text.length - end + SHOWN_AROUND);
  const part = formatValue(text.slice(from, to));
  return `${from > 0 ? '…' : ''}${part}${to < text.length ? '…' : ''}`;
}

function formatValue(value: JsonValue | undefined): string {
  return value === undefined ? 'absent' : escapeHiddenInJson(JSON.stringify(value));
}
