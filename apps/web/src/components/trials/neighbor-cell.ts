const CELL = '[data-trial]';
const ROW = '[data-task]';

/** Finds the neighbor of a grid cell in the direction of an arrow key, if any. */
export function findNeighborCell(from: Element, key: string): HTMLElement | undefined {
  const row = from.closest(ROW);
  if (!row || !from.matches(CELL)) return undefined;
  const cells = listCells(row);
  const at = cells.findIndex((cell) => cell === from);
  switch (key) {
    case 'ArrowLeft':
      return cells[at - 1];
    case 'ArrowRight':
      return cells[at + 1];
    case 'Home':
      return cells[0];
    case 'End':
      return cells.at(-1);
    case 'ArrowUp':
      return getCellAt(findNeighborRow(row, -1), at);
    case 'ArrowDown':
      return getCellAt(findNeighborRow(row, 1), at);
    default:
      return undefined;
  }
}

/** Finds the neighbor row, which may be in another block of rows. */
function findNeighborRow(row: Element, step: 1 | -1): Element | undefined {
  const rows = [...(row.closest('[role="list"]')?.querySelectorAll(ROW) ?? [])];
  return rows[rows.indexOf(row) + step];
}

function listCells(row: Element): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>(CELL)];
}

function getCellAt(row: Element | undefined, index: number): HTMLElement | undefined {
  const cells = row ? listCells(row) : [];
  return cells[index] ?? cells.at(-1);
}
