import type { BackendKind } from '@timestep-ai/timestep/port';
import { ADDRESSES, APPLICATION_ID } from '../store/claims.ts';
import { openedAs } from './opened-as.ts';

/**
 * Tasks that run on Temporal, beside a store for their texts. Temporal's packages are loaded when
 * they are used.
 */
export const backend: BackendKind = {
  name: 'temporal',
  title: 'Temporal',
  about:
    'tasks on Temporal, worked on by any number of workers; kept in PostgreSQL, or in a file for one machine',
  addresses: ADDRESSES,
  applicationId: APPLICATION_ID,
  defaultDatabase: '.timestep/temporal.db',
  hasWorkers: true,
  options: {
    'temporal-address': {
      value: 'HOST:PORT',
      about:
        'the address of Temporal (default 127.0.0.1:7233); TEMPORAL_API_KEY is sent where it is set',
    },
    'temporal-namespace': { value: 'NAME', about: 'its namespace (default default)' },
    'task-queue': { value: 'NAME', about: 'the queue of tasks (default timestep)' },
    'build-id': {
      value: 'ID',
      about: 'the build of this worker: tasks stay with the one they began with',
      isForProcesses: true,
    },
  },
  async open(needs, site) {
    const { openTemporal } = await import('../open-temporal.ts');
    return openTemporal({ ...needs, ...openedAs(site) });
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
  async cancel(site, taskId) {
    const { cancelFromOutside } = await import('./from-outside.ts');
    return cancelFromOutside(site, taskId);
  },
  async resume(site, taskId, _now, answer) {
    const { resumeFromOutside } = await import('./from-outside.ts');
    return resumeFromOutside(site, taskId, answer);
  },
  async examine(site, now) {
    const { examine } = await import('./examine.ts');
    return examine(site, now);
  },
  async backUp({ database }, file) {
    const { backUp } = await import('./back-up.ts');
    return backUp(database, file);
  },
};
