import type { TaskLine } from '@timestep-ai/timestep/view';

/** A task in the list, and how many tasks that wait for it are above it. */
export interface TreeLine {
  readonly line: TaskLine;
  readonly depth: number;
}

/** Tasks in their order, each one that another of them waits for below that one; each is there once. */
export function treeOf(lines: readonly TaskLine[]): TreeLine[] {
  const byId = new Map(lines.map((line) => [line.id, line]));
  const below = new Set(lines.flatMap(({ children }) => children));
  const placed = new Set<string>();
  const tree: TreeLine[] = [];
  function place(line: TaskLine, depth: number): void {
    if (placed.has(line.id)) return;
    placed.add(line.id);
    tree.push({ line, depth });
    for (const id of line.children) {
      const child = byId.get(id);
      if (child) place(child, depth + 1);
    }
  }
  for (const line of lines) if (!below.has(line.id)) place(line, 0);
  // Tasks that wait for each other have no first one.
  for (const line of lines) place(line, 0);
  return tree;
}

/** The list after some tasks have changed: newest change first, each task once and as it was last. */
export function withChanged(
  lines: readonly TaskLine[],
  changed: readonly TaskLine[],
): readonly TaskLine[] {
  const known = new Map(lines.map((line) => [line.id, line]));
  const news = changed.filter(
    ({ id, generation }) => generation > (known.get(id)?.generation ?? -1),
  );
  if (news.length === 0) return lines;
  const ids = new Set(news.map(({ id }) => id));
  const rest = lines.filter(({ id }) => !ids.has(id));
  return [...news, ...rest].toSorted((one, other) => other.updatedAt - one.updatedAt);
}
