import { tryParseJson } from '../../../components/values/try-parse-json.ts';
import { parseTaskFilters, type TaskFilters } from '../task-search.ts';

/** Filters of the task list that a user has saved under a name. */
export interface SavedView {
  readonly name: string;
  readonly filters: TaskFilters;
}

/**
 * The views are stored in the browser, because the server cannot tell users of one access key apart. A view
 * is shared by its URL, which contains the filters.
 */
const KEY = 'timestep.views';

/** Reads the saved views. Other data is left out, as another program may have written it. */
export function parseSavedViews(text: string | null): readonly SavedView[] {
  const read = tryParseJson(text ?? '[]');
  return Array.isArray(read) ? read.flatMap(parseSavedView) : [];
}

function parseSavedView(one: unknown): readonly SavedView[] {
  if (typeof one !== 'object' || one === null) return [];
  const { name, filters } = one as Partial<Record<string, unknown>>;
  if (typeof name !== 'string' || name === '') return [];
  if (typeof filters !== 'object' || filters === null) return [];
  return [{ name, filters: parseTaskFilters(filters as Record<string, unknown>) }];
}

/** Adds a saved view at the end. It replaces a view of the same name. */
export function addSavedView(views: readonly SavedView[], view: SavedView): readonly SavedView[] {
  return [...views.filter(({ name }) => name !== view.name), view];
}

export function isSameView(one: TaskFilters, other: TaskFilters): boolean {
  const [left, right] = [new Map(Object.entries(one)), new Map(Object.entries(other))];
  return left.size === right.size && [...left].every(([name, value]) => right.get(name) === value);
}

export function loadSavedViews(): readonly SavedView[] {
  return parseSavedViews(localStorage.getItem(KEY));
}

export function storeSavedViews(views: readonly SavedView[]): void {
  localStorage.setItem(KEY, JSON.stringify(views));
}
