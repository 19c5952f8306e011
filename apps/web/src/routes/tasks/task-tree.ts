import type { TaskSummary } from '@timestep-ai/timestep/view';

/** A task in a tree, with the number of its parent tasks. */
export interface TreeLine {
  readonly line: TaskSummary;
  readonly depth: number;
}

/** Puts child tasks below their parent. Each task is listed once. */
export function buildTaskTree(lines: readonly TaskSummary[]): TreeLine[] {
  const byId = new Map(lines.map((line) => [line.id, line]));
  const below = new Set(lines.flatMap(({ children }) => children));
  const placed = new Set<string>();
  const tree: TreeLine[] = [];
  function addTaskAndChildren(line: TaskSummary, depth: number): void {
    if (placed.has(line.id)) return;
    placed.add(line.id);
    tree.push({ line, depth });
    for (const id of line.children) {
      const child = byId.get(id);
      if (child) addTaskAndChildren(child, depth + 1);
    }
  }
  for (const line of lines) if (!below.has(line.id)) addTaskAndChildren(line, 0);
  // Tasks that wait for each other have no root, so they are added last.
  for (const line of lines) addTaskAndChildren(line, 0);
  return tree;
}

/** Replaces changed tasks in a list and sorts the list by last change, newest first. */
export function mergeChangedTasksNewestFirst(
  lines: readonly TaskSummary[],
  changed: readonly TaskSummary[],
): readonly TaskSummary[] {
  const known = new Map(lines.map((line) => [line.id, line]));
  const news = changed.filter(
    ({ id, generation }) => generation > (known.get(id)?.generation ?? -1),
  );
  if (news.length === 0) return lines;
  const ids = new Set(news.map(({ id }) => id));
  const rest = lines.filter(({ id }) => !ids.has(id));
  return [...news, ...rest].toSorted((one, other) => other.updatedAt - one.updatedAt);
}
