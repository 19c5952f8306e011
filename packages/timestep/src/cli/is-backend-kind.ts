import type { BackendKind } from '../port/index.ts';

type Sort = 'string' | 'boolean' | 'object' | 'function';

/** The type that each part of a backend must have. */
const PARTS: Readonly<Record<Exclude<keyof BackendKind, 'applicationId'>, Sort>> = {
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

/** Whether an export of a module is a backend of this release. */
export function isBackendKind(value: unknown): value is BackendKind {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(PARTS).every(([name, sort]) => {
    const part: unknown = Reflect.get(value, name);
    return typeof part === sort && part !== null;
  });
}
