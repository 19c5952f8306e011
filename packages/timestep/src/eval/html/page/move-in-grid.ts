/** The cell that a key leads to from another cell; `null` where the key leads nowhere. */
export function moveIn(from: HTMLAnchorElement | null, key: string): HTMLAnchorElement | null {
  const row = from?.closest<HTMLElement>('.row');
  if (!from || !row) return null;
  const cells = cellsOf(row);
  const at = cells.indexOf(from);
  switch (key) {
    case 'ArrowLeft':
      return cells[at - 1] ?? null;
    case 'ArrowRight':
      return cells[at + 1] ?? null;
    case 'Home':
      return cells[0] ?? null;
    case 'End':
      return cells.at(-1) ?? null;
    case 'ArrowUp':
      return besideIn(rowBeside(row, 'previousElementSibling'), at);
    case 'ArrowDown':
      return besideIn(rowBeside(row, 'nextElementSibling'), at);
    default:
      return null;
  }
}

function cellsOf(row: Element): HTMLAnchorElement[] {
  return [...row.querySelectorAll<HTMLAnchorElement>('a.cell')];
}

function besideIn(row: Element | null, at: number): HTMLAnchorElement | null {
  const cells = row ? cellsOf(row) : [];
  return cells[at] ?? cells.at(-1) ?? null;
}

function rowBeside(
  row: Element,
  side: 'previousElementSibling' | 'nextElementSibling',
): Element | null {
  let next = row[side];
  while (next && (!next.matches('.row') || next.matches('[hidden]'))) next = next[side];
  return next;
}
