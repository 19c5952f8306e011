import { posix } from 'node:path';
import { parseSync, type Class, type Comment, type Node, type Program } from 'oxc-parser';
import { resolveModule } from './module-tree.ts';
import type { SourceFile } from './source-tree.ts';

/** A name that users can import, as its file declares it. */
export interface ExportedName {
  /** The specifier to import it from, such as `@timestep-ai/timestep/core`. */
  readonly entry: string;
  readonly name: string;
  /** The file of the declaration, and the line. */
  readonly path: string;
  readonly line: number;
  readonly kind: 'function' | 'class' | 'interface' | 'type' | 'constant';
  /** The text of its docstring, without asterisks. */
  readonly doc?: string;
  /** The declaration without function bodies and private members. */
  readonly declaration: string;
}

interface Manifest {
  readonly name?: string;
  readonly exports?: Readonly<Record<string, unknown>>;
}

interface Parsed {
  readonly path: string;
  readonly text: string;
  readonly program: Program;
  readonly comments: readonly Comment[];
}

type Read = (path: string) => Parsed;

/** Returns every name of every published entry, in the order of the index file of that entry. */
export function exportedNames(files: readonly SourceFile[]): ExportedName[] {
  const read = readerOf(files);
  return entriesOf(files).flatMap(({ entry, index }) => {
    const lists = read(index).program.body.filter((node) => node.type === 'ExportNamedDeclaration');
    return lists
      .flatMap(({ specifiers }) => specifiers)
      .map(({ exported }) => ({ entry, ...declared(read, index, textOfName(exported)) }));
  });
}

/** Returns the entries in the manifests of the packages, and the index file of each. */
function entriesOf(files: readonly SourceFile[]): { entry: string; index: string }[] {
  const manifests = files.filter(({ path }) => /^packages\/[^/]+\/package\.json$/.test(path));
  return manifests.flatMap(({ path, text }) => {
    const { name = '', exports: entries = {} } = JSON.parse(text) as Manifest;
    const published = Object.entries(entries).filter(([entry]) => !entry.endsWith('.json'));
    return published.map(([entry, targets]) => ({
      entry: posix.join(name, entry),
      index: posix.join(posix.dirname(path), indexOf(entry, targets)),
    }));
  });
}

/** Returns the index of an entry, below its package. */
function indexOf(entry: string, targets: unknown): string {
  const source =
    typeof targets === 'object' && targets !== null && '@timestep/source' in targets
      ? targets['@timestep/source']
      : undefined;
  return typeof source === 'string' ? source : posix.join('src', entry, 'index.ts');
}

function readerOf(files: readonly SourceFile[]): Read {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const parsed = new Map<string, Parsed>();
  return (path) => {
    const known = parsed.get(path);
    if (known) return known;
    const text = texts.get(path);
    if (text === undefined) throw new Error(`${path} is exported from, and does not exist`);
    const { program, comments } = parseSync(path, text);
    const made = { path, text, program, comments };
    parsed.set(path, made);
    return made;
  };
}

type Declared = Omit<ExportedName, 'entry'>;

/** Follows re-exports of a name to the file that declares it. */
function declared(read: Read, path: string, name: string): Declared {
  const file = read(path);
  const own: Node[] = [];
  for (const node of file.program.body) {
    if (node.type !== 'ExportNamedDeclaration') continue;
    for (const { local, exported } of node.specifiers) {
      if (node.source === null || textOfName(exported) !== name) continue;
      const target =
        resolveModule(node.source.value) ?? posix.join(posix.dirname(path), node.source.value);
      return { ...declared(read, target, textOfName(local)), name };
    }
    if (node.declaration && namesOf(node.declaration).includes(name)) own.push(node);
  }
  const [first] = own;
  if (!first) throw new Error(`${path} does not declare ${name}, which an index exports`);
  const doc = own.map((node) => docBefore(file, node.start)).find((text) => text !== undefined);
  const parts = own.map((node) => declarationOf(file, node, name));
  const line = file.text.slice(0, first.start).split('\n').length;
  const kind = parts[0]?.kind ?? 'constant';
  const declaration = parts.map(({ text }) => text).join('\n');
  return { name, path, line, kind, ...(doc !== undefined && { doc }), declaration };
}

function namesOf(node: Node): string[] {
  if (node.type === 'VariableDeclaration') {
    return node.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []));
  }
  return 'id' in node && node.id?.type === 'Identifier' ? [node.id.name] : [];
}

function textOfName(name: { readonly name: string } | { readonly value: string }): string {
  return 'name' in name ? name.name : name.value;
}

/** Returns the docstring that ends directly before a declaration. */
function docBefore({ text, comments }: Parsed, start: number): string | undefined {
  const above = comments.find(
    ({ type, value, end }) =>
      type === 'Block' &&
      value.startsWith('*') &&
      end <= start &&
      text.slice(end, start).trim() === '',
  );
  if (!above) return undefined;
  const lines = above.value.slice(1).split('\n');
  return lines
    .map((line) => line.replace(/^\s*\* ?/, ''))
    .join('\n')
    .trim();
}

function declarationOf(
  file: Parsed,
  exporting: Node,
  name: string,
): { kind: ExportedName['kind']; text: string } {
  const node = exporting.type === 'ExportNamedDeclaration' ? exporting.declaration : null;
  const between = (from: number, to: number): string => file.text.slice(from, to).trim();
  switch (node?.type) {
    case 'TSInterfaceDeclaration':
      return { kind: 'interface', text: between(node.start, node.end) };
    case 'TSTypeAliasDeclaration':
      return { kind: 'type', text: between(node.start, node.end) };
    case 'ClassDeclaration':
      return { kind: 'class', text: classText(file, node) };
    case 'FunctionDeclaration':
    case 'TSDeclareFunction': {
      const head = between(node.start, node.body?.start ?? node.end);
      return { kind: 'function', text: `${head.replace(/^async /, '').replace(/;$/, '')};` };
    }
    case 'VariableDeclaration': {
      const found = node.declarations.find(
        ({ id }) => id.type === 'Identifier' && id.name === name,
      );
      if (!found) break;
      const literal = found.init?.type === 'Literal' || found.init?.type === 'TSAsExpression';
      const typed = between(found.id.start, found.id.end);
      const value = typed === name && literal ? between(found.start, found.end) : typed;
      return { kind: 'constant', text: `const ${value};` };
    }
    default:
  }
  throw new Error(`${file.path}: ${name} is declared in a way that this script does not know`);
}

/** Formats a class as its users see it: method signatures, field types, and docstrings. */
function classText(file: Parsed, node: Class): string {
  const head = file.text.slice(node.start, node.body.start).trim();
  const members = node.body.body.flatMap((member) => {
    if (member.type !== 'MethodDefinition' && member.type !== 'PropertyDefinition') return [];
    const isHidden = member.key.type === 'PrivateIdentifier' || member.accessibility === 'private';
    if (isHidden) return [];
    const isMethod = member.type === 'MethodDefinition';
    const body = isMethod ? member.value.body?.start : member.value?.start;
    const text = file.text.slice(member.start, body ?? member.end).trim();
    const line = text.replace(/\s*=$|;$/, '').replace(/^async /, '');
    const doc = docBefore(file, member.start);
    return [...(doc === undefined ? [] : [comment(doc)]), `  ${line};`];
  });
  return [`${head} {`, ...members, '}'].join('\n');
}

function comment(doc: string): string {
  const lines = doc.split('\n');
  if (lines.length === 1) return `  /** ${doc} */`;
  return ['  /**', ...lines.map((line) => `   * ${line}`.trimEnd()), '   */'].join('\n');
}
