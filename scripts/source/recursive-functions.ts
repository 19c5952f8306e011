import { posix } from 'node:path';
import { parseSync, type Node } from 'oxc-parser';
import type { SourceFile } from './source-tree.ts';

/** Functions that call each other, as `<path>#<name>`; a single one calls itself. */
export type Recursion = readonly string[];

/** Returns the groups of named functions that reach themselves, also through imported files. */
export function listRecursions(files: readonly SourceFile[]): readonly Recursion[] {
  const known = new Set(files.map(({ path }) => path));
  const graph = new Map<string, readonly string[]>();
  for (const file of files) {
    for (const [name, reached] of listReached(file, known)) graph.set(name, reached);
  }
  return listCycles(graph);
}

/** Returns, for each named function of a file, the functions that its text names. */
function* listReached(
  { path, text }: SourceFile,
  known: ReadonlySet<string>,
): Generator<readonly [name: string, reached: readonly string[]]> {
  const bodies = new Map<string, Node>();
  const imported = new Map<string, string>();
  visitNodes(parseSync(path, text).program, (node) => {
    for (const [name, body] of listNamed(node)) bodies.set(name, body);
    if (node.type !== 'ImportDeclaration') return;
    const from = posix.join(posix.dirname(path), node.source.value);
    if (!known.has(from)) return;
    for (const one of node.specifiers) {
      if (one.type !== 'ImportSpecifier' || one.imported.type !== 'Identifier') continue;
      imported.set(one.local.name, `${from}#${one.imported.name}`);
    }
  });
  for (const [name, body] of bodies) {
    const reached = new Set<string>();
    visitNodes(body, (node) => {
      if (node.type !== 'Identifier') return;
      const target = bodies.has(node.name) ? `${path}#${node.name}` : imported.get(node.name);
      if (target !== undefined) reached.add(target);
    });
    yield [`${path}#${name}`, [...reached]];
  }
}

/** Yields the names of functions, each with what is executed when it is called. */
function* listNamed(node: Node): Generator<readonly [name: string, body: Node]> {
  if (node.type === 'FunctionDeclaration' && node.id && node.body) yield [node.id.name, node.body];
  if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier' || !node.init) return;
  const { init } = node;
  const isFunction = init.type === 'ArrowFunctionExpression' || init.type === 'FunctionExpression';
  if (isFunction && init.body) yield [node.id.name, init.body];
}

const NO_REFERENCE: ReadonlySet<string> = new Set([
  'typeAnnotation',
  'typeArguments',
  'returnType',
]);

function visitNodes(root: Node, visit: (node: Node) => void): void {
  const waiting: unknown[] = [root];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (Array.isArray(value)) {
      for (const item of value) waiting.push(item);
    } else if (isNode(value)) {
      visit(value);
      for (const [name, part] of Object.entries(value)) {
        const isName =
          (value.type === 'Property' && name === 'key' && !value.computed) ||
          (value.type === 'MemberExpression' && name === 'property' && !value.computed);
        if (!isName && !NO_REFERENCE.has(name)) waiting.push(part);
      }
    }
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** Returns the groups of names that reach each other, or one that reaches itself. */
function listCycles(graph: ReadonlyMap<string, readonly string[]>): readonly Recursion[] {
  const reach = new Map<string, ReadonlySet<string>>();
  for (const name of graph.keys()) reach.set(name, listAllReached(graph, name));
  const cycles = new Map<string, Recursion>();
  for (const [name, reached] of reach) {
    if (!reached.has(name)) continue;
    const group = [...reached].filter((other) => reach.get(other)?.has(name)).toSorted();
    cycles.set(group.join(' '), group);
  }
  return [...cycles.values()];
}

function listAllReached(
  graph: ReadonlyMap<string, readonly string[]>,
  from: string,
): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [...(graph.get(from) ?? [])];
  while (waiting.length > 0) {
    const name = waiting.pop() ?? '';
    if (reached.has(name)) continue;
    reached.add(name);
    waiting.push(...(graph.get(name) ?? []));
  }
  return reached;
}
