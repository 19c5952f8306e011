import { expect, it } from 'vitest';
import { createWorkerId, getWorkerName } from './worker-id.ts';

it('names a worker by its process id and the end of its id, as a process on SQLite is named', () => {
  const id = createWorkerId(4711, '018f3c2a-77ab-4000-8000-0123456789ab');
  expect(getWorkerName(id)).toBe('4711-89ab');
});
