import type { BackendKind } from '#engine/port';

type PropertyType = 'string' | 'boolean' | 'object' | 'function';

const PROPERTY_TYPES: Readonly<Record<Exclude<keyof BackendKind, 'applicationId'>, PropertyType>> =
  {
    name: 'string',
    title: 'string',
    about: 'string',
    addresses: 'object',
    defaultDatabase: 'string',
    hasWorkers: 'boolean',
    options: 'object',
    open: 'function',
    withTasks: 'function',
    cancel: 'function',
    resume: 'function',
    examine: 'function',
    backUp: 'function',
  };

/** Whether the value is a backend with all properties that this release requires. */
export function isBackendKind(value: unknown): value is BackendKind {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(PROPERTY_TYPES).every(([name, sort]) => {
    const part: unknown = Reflect.get(value, name);
    return typeof part === sort && part !== null;
  });
}
