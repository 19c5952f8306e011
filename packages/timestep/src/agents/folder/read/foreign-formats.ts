import { isJsonObject, type JsonObject, type JsonValue } from '#core';

/** Whether an object has at least one entry, and each entry is an object with all of the names. */
function hasEntriesWith(value: JsonValue | undefined, names: readonly string[]): boolean {
  const entries = isJsonObject(value) ? Object.values(value) : [];
  const hasAll = (entry: JsonValue): boolean =>
    isJsonObject(entry) && names.every((name) => entry[name] !== undefined);
  return entries.length > 0 && entries.every(hasAll);
}

/** Files of agents in YAML that are not read, by their programs, as of November 2026. */
const FORMATS: readonly (readonly [program: string, isFormat: (file: JsonObject) => boolean])[] = [
  ['docker-agent', ({ agents }) => hasEntriesWith(agents, ['instruction'])],
  ['docker-agent', ({ agents }) => hasEntriesWith(agents, ['model'])],
  ['CrewAI', (file) => hasEntriesWith(file, ['role', 'goal'])],
  ['CrewAI', (file) => hasEntriesWith(file, ['description', 'expected_output'])],
  ['Google ADK', (file) => file['agent_class'] !== undefined],
  ['Docker Compose', ({ services }) => isJsonObject(services)],
  ['GitHub Actions', ({ jobs }) => isJsonObject(jobs)],
  ['Kubernetes', ({ apiVersion, kind }) => apiVersion !== undefined && kind !== undefined],
];

/** Returns the program whose format a YAML file has, if the format is known and not read. */
export function findForeignFormat(file: JsonObject): string | undefined {
  if (file['systemPrompt'] !== undefined) return undefined;
  return FORMATS.find(([, isFormat]) => isFormat(file))?.[0];
}
