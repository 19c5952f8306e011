const CELL = '[data-trial]';
const ROW = '[data-task]';

export function findNeighborCell(from: Element, key: string): HTMLElement | undefined {
  const row = from.closest(ROW);
  if (!row || !from.matches(CELL)) return undefined;
  const cells = listTrialCells(row);
  const at = cells.findIndex((cell) => cell === from);
  if (key === 'Home') return cells[0];
  if (key === 'End') return cells.at(-1);
  const column = at + (COLUMN_STEPS[key] ?? 0);
  const below = ROW_STEPS[key];
  if (below === undefined) return column === at ? undefined : cells[column];
  const others = listTrialCells(findNeighborRow(row, below));
  return others[at] ?? others.at(-1);
}

const COLUMN_STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };
const ROW_STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** Finds the neighbor row, which may be in another block of rows. */
function findNeighborRow(row: Element, step: number): Element | undefined {
  const rows = [...(row.closest('[role="list"]')?.querySelectorAll(ROW) ?? [])];
  return rows[rows.indexOf(row) + step];
}

function listTrialCells(row: Element | undefined): HTMLElement[] {
  return [...(row?.querySelectorAll<HTMLElement>(CELL) ?? [])];
}
