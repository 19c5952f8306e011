import { join } from 'node:path';
import { openSqlite } from '#engine/runner';
import type { OpenStoryBackend } from './kill-story.ts';

/** Opens a SQLite file. The process can be killed before and after each commit. */
export const openStorySqlite: OpenStoryBackend = ({ agents, folder, pass }) =>
  openSqlite({
    path: join(folder, 'tasks.db'),
    agents,
    // The test itself kills the processes, so a task must not be stopped because of many crashes.
    crashLimit: Number.POSITIVE_INFINITY,
    observeCommit: (phase) => pass(`${phase} commit`),
  });
