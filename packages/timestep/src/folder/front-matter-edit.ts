import { isJsonObject, type JsonObject, type JsonValue } from '../core/index.ts';
import { partsOf } from './front-matter.ts';
import { FolderError } from './folder-error.ts';
import { withJsonValue } from './json-edit.ts';
import { withQuotedValues } from './quoted-values.ts';
import { yaml } from './yaml.ts';
import { MOST_ALIASES, parseYaml } from './yaml-fields.ts';

/** What is set in front matter; `undefined` removes a name. */
export type FrontMatterChanges = Readonly<Record<string, JsonValue | undefined>>;

/**
 * A file with names of its front matter set, and with another text below it where one is given.
 * Remarks, the order of names and names that are not known here stay. Throws `FolderError` where the
 * front matter cannot be read.
 */
export function withFrontMatter(
  text: string,
  file: string,
  changes: FrontMatterChanges,
  body?: string,
): string {
  const isWindows = text.includes('\r\n');
  const parts = partsOf(text.replaceAll('\r\n', '\n'));
  if (!parts) throw new FolderError(`${file}:1 opens front matter that no line --- closes`);
  const matter = changedMatter(parts.matter ?? '', file, changes);
  const isNew = parts.matter === undefined;
  const below = body === undefined ? parts.body : `${isNew ? '' : '\n'}${body.trim()}\n`;
  const lines = matter === '' ? [] : [matter];
  const above = isNew && matter === '' ? '' : ['---', ...lines, '---', ''].join('\n');
  const changed = `${above}${isNew && above !== '' ? '\n' : ''}${below}`;
  return isWindows ? changed.replaceAll('\n', '\r\n') : changed;
}

/** A new file of front matter and text. */
export function frontMatterFile(matter: JsonObject, body: string): string {
  return `---\n${yaml().stringify(matter, { lineWidth: 0 }).trimEnd()}\n---\n\n${body.trim()}\n`;
}

function changedMatter(matter: string, file: string, changes: FrontMatterChanges): string {
  const names = Object.keys(changes);
  if (matter.trimStart().startsWith('{')) {
    return names.reduce((json, name) => withJsonValue(json, [name], changes[name]), matter);
  }
  const readable = readableYaml(matter, file);
  const document = yaml().parseDocument(readable, { keepSourceTokens: true, stringKeys: true });
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
  return document.toString(styleOf(readable)).trimEnd();
}

/** How a text is written, so that no line changes but those that must. */
function styleOf(matter: string) {
  return {
    lineWidth: 0,
    indent: /^( {1,8})\S/m.exec(matter)?.[1]?.length ?? 2,
    indentSeq: !/^[\w-]+:\n- /m.test(matter),
    flowCollectionPadding: /[[{] /.test(matter),
  };
}

/** YAML with quotes where it needs them to be any. */
function readableYaml(matter: string, file: string): string {
  const { mistakes } = parseYaml(matter);
  if (!mistakes) return matter;
  const quoted = withQuotedValues(matter);
  if (quoted) return quoted.text;
  const [line, message] = mistakes[0] ?? [1, 'is not YAML'];
  throw new FolderError(`${file}:${line + 1} ${message}`);
}
