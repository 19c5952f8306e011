import { isJsonObject, type JsonValue } from './json.ts';

/** The key of a task's metadata that says in which media types its caller accepts answers. */
export const ACCEPTED_MODES_META = 'dev.timestep/accepted-modes';

/** The media types that the caller of a task accepts, by the task's metadata; none: the caller does not say. */
export function acceptedModesOf(metadata: unknown): readonly string[] {
  const given = isJsonObject(metadata) ? metadata[ACCEPTED_MODES_META] : undefined;
  if (!Array.isArray(given)) return [];
  return given.filter((one: JsonValue) => typeof one === 'string');
}
