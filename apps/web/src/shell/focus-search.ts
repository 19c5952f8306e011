/** Goes to the first search of the page, where there is one. */
export function focusSearch(event: KeyboardEvent): void {
  const search = document.querySelector<HTMLElement>('input[type="search"]');
  if (!search) return;
  event.preventDefault();
  search.focus();
}
