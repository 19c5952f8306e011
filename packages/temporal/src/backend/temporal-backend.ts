import type { BackendKind } from '@timestep-ai/timestep/port';
import { ADDRESSES, APPLICATION_ID } from '../store/backend-identity.ts';
import { readTemporalOptions } from './temporal-options.ts';

/** Runs tasks on Temporal. Loads Temporal's packages on first use. */
export const backend: BackendKind = {
  name: 'temporal',
  title: 'Temporal',
  about:
    'runs tasks on Temporal with any number of workers; stores them in PostgreSQL, or in a file on one machine',
  addresses: ADDRESSES,
  applicationId: APPLICATION_ID,
  defaultDatabase: '.timestep/temporal.db',
  hasWorkers: true,
  options: {
    'temporal-address': {
      value: 'HOST:PORT',
      about:
        'address of the Temporal server (default 127.0.0.1:7233); TEMPORAL_API_KEY is sent if it is set',
    },
    'temporal-namespace': { value: 'NAME', about: 'Temporal namespace (default: default)' },
    'task-queue': { value: 'NAME', about: 'Temporal task queue (default timestep)' },
    'build-id': {
      value: 'ID',
      about:
        'build id of this worker, which receives new tasks after "temporal worker deployment set-current-version"; tasks stay with the build that they started with',
      isForProcesses: true,
    },
    'exit-folder': {
      value: 'DIR',
      about:
        'folder in which the workers of a machine record how they end (default: workers beside the file, or .timestep/workers)',
      isForProcesses: true,
    },
  },
  async open(needs, location) {
    const { openTemporal } = await import('../open-temporal.ts');
    return openTemporal({ ...needs, ...readTemporalOptions(location) });
  },
  async withTasks({ database }, access, use) {
    const { openStoredTasks } = await import('../open-stored-tasks.ts');
    const tasks = await openStoredTasks(database, access);
    try {
      return await use(tasks, tasks.sessions);
    } finally {
      await tasks.close();
    }
  },
  async cancel(location, taskId) {
    const { cancelStoredTask } = await import('./manage-stored-task.ts');
    return cancelStoredTask(location, taskId);
  },
  async resume(location, taskId, _now, answer) {
    const { resumeStoredTask } = await import('./manage-stored-task.ts');
    return resumeStoredTask(location, taskId, answer);
  },
  async examine(location, now) {
    const { examineBackend } = await import('./examine-backend.ts');
    return examineBackend(location, now);
  },
  async backUp({ database }, file) {
    const { backUpTemporalStore } = await import('./back-up-temporal-store.ts');
    return backUpTemporalStore(database, file);
  },
};
