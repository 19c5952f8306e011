import { type JsonValue, type JsonObject, isJsonObject } from '#core';
import { FolderError } from '../problem.ts';
import { splitFrontMatterIfClosed } from './front-matter.ts';
import { setJsonValue } from './json-edit.ts';
import { parseStrictJsonTree } from './json-tree.ts';
import { loadYaml } from './load-parsers.ts';
import { quoteInvalidValues } from './quoted-yaml.ts';
import { MOST_ALIASES, parseYamlWithMistakes } from './yaml.ts';

/** New front matter values by field name; undefined removes a field. */
export type FrontMatterChanges = Readonly<Record<string, JsonValue | undefined>>;

/** Sets front matter fields, keeping comments, order and unknown fields. Throws `FolderError`. */
export function setFrontMatter(
  text: string,
  file: string,
  changes: FrontMatterChanges,
  body?: string,
): string {
  const isWindows = text.includes('\r\n');
  const parts = splitFrontMatterIfClosed(text.replaceAll('\r\n', '\n'));
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
    const { brokenAt } = parseStrictJsonTree(matter);
    if (brokenAt !== undefined) throw new FolderError(`${file}:2 is not valid JSON front matter`);
    return names.reduce((json, name) => setJsonValue(json, [name], changes[name]), matter);
  }
  const readable = requireValidYaml(matter, file);
  const document = loadYaml().parseDocument(readable, {
    keepSourceTokens: true,
    stringKeys: true,
    uniqueKeys: false,
  });
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

function detectYamlStyle(matter: string) {
  return {
    lineWidth: 0,
    indent: /^( {1,8})\S/m.exec(matter)?.[1]?.length ?? 2,
    indentSeq: !/^[\w-]+:\n- /m.test(matter),
    flowCollectionPadding: /[[{] /.test(matter),
  };
}

/** Adds missing quotes to YAML. Throws `FolderError` if the text stays invalid. */
function requireValidYaml(matter: string, file: string): string {
  const { value, mistakes, isTooMuch } = parseYamlWithMistakes(matter);
  if (value !== undefined && !isJsonObject(value)) {
    throw new FolderError(`${file}:2 must have lines of the form "name: value"`);
  }
  if (!mistakes) return matter;
  const quoted = isTooMuch ? undefined : quoteInvalidValues(matter);
  if (quoted) return quoted.text;
  const [line, message] = mistakes[0] ?? [1, 'is not valid YAML'];
  throw new FolderError(`${file}:${line + 1} ${message}`);
}
