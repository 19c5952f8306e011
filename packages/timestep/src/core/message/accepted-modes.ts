import { isJsonObject, type JsonValue } from '../data/json.ts';

/** Task metadata key that lists the media types the caller accepts in answers. */
export const ACCEPTED_MODES_META = 'dev.timestep/accepted-modes';

/** Returns the media types that the caller accepts. Empty: the caller did not specify any. */
export function getAcceptedMediaTypes(metadata: unknown): readonly string[] {
  const given = isJsonObject(metadata) ? metadata[ACCEPTED_MODES_META] : undefined;
  if (!Array.isArray(given)) return [];
  return given.filter((one: JsonValue) => typeof one === 'string');
}
