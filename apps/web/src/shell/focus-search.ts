/** Focuses the first search field of the page, if there is one. */
export function focusSearch(event: KeyboardEvent): void {
  const search = document.querySelector<HTMLElement>('input[type="search"]');
  if (!search) return;
  event.preventDefault();
  search.focus();
}
