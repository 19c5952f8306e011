const CELL = '[data-trial]';
const ROW = '[data-task]';

/** The cell of a grid that a key leads to from another cell; `undefined` where it leads nowhere. */
export function cellBeside(from: Element, key: string): HTMLElement | undefined {
  const row = from.closest(ROW);
  if (!row || !from.matches(CELL)) return undefined;
  const cells = cellsOf(row);
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
      return besideIn(rowBeside(row, -1), at);
    case 'ArrowDown':
      return besideIn(rowBeside(row, 1), at);
    default:
      return undefined;
  }
}

/** Rows are in blocks, so that the next one need not be a sibling. */
function rowBeside(row: Element, step: 1 | -1): Element | undefined {
  const rows = [...(row.closest('[role="list"]')?.querySelectorAll(ROW) ?? [])];
  return rows[rows.indexOf(row) + step];
}

function cellsOf(row: Element): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>(CELL)];
}

function besideIn(row: Element | undefined, at: number): HTMLElement | undefined {
  const cells = row ? cellsOf(row) : [];
  return cells[at] ?? cells.at(-1);
}
