import { isJsonObject, type JsonObject, type JsonValue } from '#core';

/** Whether an object has entries, and each entry is an object with all of the named fields. */
function hasOnlyEntriesWithAllFields(
  value: JsonValue | undefined,
  names: readonly string[],
): boolean {
  const entries = isJsonObject(value) ? Object.values(value) : [];
  const hasAll = (entry: JsonValue): boolean =>
    isJsonObject(entry) && names.every((name) => entry[name] !== undefined);
  return entries.length > 0 && entries.every(hasAll);
}

/**
 * YAML formats of other programs that cannot be read, by the program's name, as of November 2026.
 */
const FORMATS: readonly (readonly [program: string, isFormat: (file: JsonObject) => boolean])[] = [
  ['docker-agent', ({ agents }) => hasOnlyEntriesWithAllFields(agents, ['instruction'])],
  ['docker-agent', ({ agents }) => hasOnlyEntriesWithAllFields(agents, ['model'])],
  ['CrewAI', (file) => hasOnlyEntriesWithAllFields(file, ['role', 'goal'])],
  ['CrewAI', (file) => hasOnlyEntriesWithAllFields(file, ['description', 'expected_output'])],
  ['Google ADK', (file) => file['agent_class'] !== undefined],
  ['Docker Compose', ({ services }) => isJsonObject(services)],
  ['GitHub Actions', ({ jobs }) => isJsonObject(jobs)],
  ['Kubernetes', ({ apiVersion, kind }) => apiVersion !== undefined && kind !== undefined],
];

/**
 * Returns the name of the program whose unreadable format a YAML file has; undefined for other
 * files.
 */
export function findForeignFormat(file: JsonObject): string | undefined {
  if (file['systemPrompt'] !== undefined) return undefined;
  return FORMATS.find(([, isFormat]) => isFormat(file))?.[0];
}
