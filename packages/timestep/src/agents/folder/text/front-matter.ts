import { isJsonObject, type JsonObject, type JsonValue } from '../../../core/index.ts';
import { type FolderProblem, type ReportFolderProblem, FolderError } from '../problem.ts';
import { parseJsonFields, createFields, type Fields } from './fields.ts';
import { setJsonValue } from './json-text.ts';
import { loadYaml } from './load-parsers.ts';
import { parseYaml, parseYamlFields, MOST_ALIASES } from './yaml-fields.ts';

export interface FrontMatter {
  readonly fields: Fields;
  readonly body: string;
  readonly isThere: boolean;
}

const FENCE = '---';
/** Below the first fence. */
const FIRST_LINE = 2;

interface FrontMatterParts {
  readonly matter?: string;
  readonly body: string;
}

/** Returns undefined if no line closes the front matter. */
function splitFrontMatter(text: string): FrontMatterParts | undefined {
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  if (lines[0]?.trimEnd() !== FENCE) return { body: lines.join('\n') };
  const end = lines.findIndex((line, at) => at > 0 && line.trimEnd() === FENCE);
  if (end === -1) return undefined;
  return { matter: lines.slice(1, end).join('\n'), body: lines.slice(end + 1).join('\n') };
}

/** Returns the text below the front matter. */
export function getFileBody(text: string): string {
  const whole = text.replaceAll('\r\n', '\n');
  return (splitFrontMatter(whole)?.body ?? whole).trim();
}

/** Accepts unquoted values with a colon, with a warning. Undefined after reporting errors. */
export function parseFrontMatter(
  text: string,
  file: string,
  report: ReportFolderProblem,
): FrontMatter | undefined {
  const parts = splitFrontMatter(text.replaceAll('\r\n', '\n'));
  if (!parts) {
    const message = 'starts front matter without a closing line ---';
    report({ severity: 'mistake', file, line: 1, message });
    return undefined;
  }
  const { matter } = parts;
  const body = parts.body.trim();
  if (matter === undefined) {
    return { fields: createFields({}, { file, lineOf: () => 1, report }), body, isThere: false };
  }
  const fields = matter.trimStart().startsWith('{')
    ? parseJsonFields(matter, file, withFileLines(report, 'is JSON front matter and'))
    : parseYamlFrontMatter(matter, file, report);
  return fields && { fields, body, isThere: true };
}

function parseYamlFrontMatter(
  matter: string,
  file: string,
  report: ReportFolderProblem,
): Fields | undefined {
  const parsed = parseYaml(matter);
  if (parsed.mistakes && !parsed.isTooMuch) {
    const quoted = quoteInvalidValues(matter);
    if (quoted) {
      for (const { line, name } of quoted.lines) {
        const message = 'is not valid YAML without quotes: put the value in quotes';
        report({ severity: 'warning', file, line: line + 1, field: name, message });
      }
      return parseYamlFields(quoted.text, file, report, FIRST_LINE);
    }
  }
  return parseYamlFields(matter, file, report, FIRST_LINE);
}

/** Counts lines from the first fence. */
function withFileLines(report: ReportFolderProblem, about: string): ReportFolderProblem {
  return ({ field, message, line, ...problem }: FolderProblem) =>
    report({
      ...problem,
      line: line + FIRST_LINE - 1,
      ...(field === undefined ? { message: `${about} ${message}` } : { field, message }),
    });
}

/** Lines, from 1, needed quotes. */
interface QuotedValues {
  readonly text: string;
  readonly lines: readonly { readonly line: number; readonly name: string }[];
}

/** Quotes values such as `Use when: asked`, and keeps the number of lines. Undefined if in vain. */
function quoteInvalidValues(yaml: string): QuotedValues | undefined {
  // A description may continue at the left edge with `user: "…"`: then names must be known.
  return [NAMED, KNOWN]
    .map((begins) => quoteGroups(yaml, begins))
    .find(({ text, lines }) => lines.length > 0 && !parseYaml(text).mistakes);
}

const NAMED = /^[A-Za-z_][\w.-]*:(?:\s|$)/;

const KNOWN =
  /^(?:allowed-tools|argument-hint|author|background|category|color|compatibility|description|disallowedTools|hooks|include|isolation|kind|license|maxTurns|max_turns|mcpServers|memory|metadata|mode|model|name|permission|permissionMode|priorityLevel|skills|steps|tags|temperature|timeout_mins|tools|top_p|version):(?:\s|$)/;

function quoteGroups(yaml: string, groupStart: RegExp): QuotedValues {
  const lines: { line: number; name: string }[] = [];
  let line = 1;
  const groups = groupLines(yaml.split('\n'), groupStart).map((group) => {
    const quoted = quoteGroup(group);
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

/** Undefined if the group is valid YAML, or cannot be quoted. */
function quoteGroup(group: readonly string[]): string | undefined {
  const [first = '', ...more] = group;
  const colon = first.indexOf(':');
  const begun = first.slice(colon + 1).trim();
  if (!NAMED.test(first) || begun === '' || !parseYaml(group.join('\n')).mistakes) return undefined;
  const isIndented = more.every((line) => /^\s|^$/.test(line));
  const value = [begun, ...more.map((line) => line.trim())].join(isIndented ? ' ' : '\n').trim();
  const quoted = `${first.slice(0, colon)}: ${JSON.stringify(value)}`;
  return [quoted, ...more.map(() => '')].join('\n');
}

/** `undefined` removes a field. */
export type FrontMatterChanges = Readonly<Record<string, JsonValue | undefined>>;

/** Keeps comments, order and unknown fields. Throws `FolderError`. */
export function setFrontMatter(
  text: string,
  file: string,
  changes: FrontMatterChanges,
  body?: string,
): string {
  const isWindows = text.includes('\r\n');
  const parts = splitFrontMatter(text.replaceAll('\r\n', '\n'));
  if (!parts) throw new FolderError(`${file}:1 starts front matter without a closing line ---`);
  const matter = changeFrontMatter(parts.matter ?? '', file, changes);
  const isNew = parts.matter === undefined;
  const below = body === undefined ? parts.body : `${isNew ? '' : '\n'}${body.trim()}\n`;
  const lines = matter === '' ? [] : [matter];
  const above = isNew && matter === '' ? '' : ['---', ...lines, '---', ''].join('\n');
  const changed = `${above}${isNew && above !== '' ? '\n' : ''}${below}`;
  return isWindows ? changed.replaceAll('\n', '\r\n') : changed;
}

export function formatFrontMatterFile(matter: JsonObject, body: string): string {
  return `---\n${loadYaml().stringify(matter, { lineWidth: 0 }).trimEnd()}\n---\n\n${body.trim()}\n`;
}

function changeFrontMatter(matter: string, file: string, changes: FrontMatterChanges): string {
  const names = Object.keys(changes);
  if (matter.trimStart().startsWith('{')) {
    return names.reduce((json, name) => setJsonValue(json, [name], changes[name]), matter);
  }
  const readable = requireValidYaml(matter, file);
  const document = loadYaml().parseDocument(readable, { keepSourceTokens: true, stringKeys: true });
  const before: unknown = document.toJS({ maxAliasCount: MOST_ALIASES });
  const written = isJsonObject(before) ? before : {};
  const news = names.filter(
    (name) => JSON.stringify(written[name]) !== JSON.stringify(changes[name]),
  );
  if (news.length === 0) return matter;
  for (const name of news) {
    const value = changes[name];
    if (value === undefined) document.delete(name);
    else document.set(name, value);
  }
  return document.toString(detectYamlStyle(readable)).trimEnd();
}

/** Keeps unaffected lines unchanged. */
function detectYamlStyle(matter: string) {
  return {
    lineWidth: 0,
    indent: /^( {1,8})\S/m.exec(matter)?.[1]?.length ?? 2,
    indentSeq: !/^[\w-]+:\n- /m.test(matter),
    flowCollectionPadding: /[[{] /.test(matter),
  };
}

/** Adds missing quotes. Throws `FolderError` if the text stays invalid. */
function requireValidYaml(matter: string, file: string): string {
  const { mistakes } = parseYaml(matter);
  if (!mistakes) return matter;
  const quoted = quoteInvalidValues(matter);
  if (quoted) return quoted.text;
  const [line, message] = mistakes[0] ?? [1, 'is not valid YAML'];
  throw new FolderError(`${file}:${line + 1} ${message}`);
}
