/** Selects a task or removes it from the selection. Of three, the one selected first is removed. */
export function toggleKeepingLastTwo(selected: readonly string[], id: string): readonly string[] {
  if (selected.includes(id)) return selected.filter((one) => one !== id);
  return [...selected, id].slice(-2);
}
