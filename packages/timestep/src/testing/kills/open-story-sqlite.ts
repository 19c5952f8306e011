import { join } from 'node:path';
import { openSqlite } from '#engine/runner';
import type { OpenStoryBackend } from './kill-story.ts';

/** Opens a SQLite file. The process can be killed before and after each commit. */
export const openStorySqlite: OpenStoryBackend = ({ agents, folder, pass }) =>
  openSqlite({
    path: join(folder, 'tasks.db'),
    agents,
    // Here processes are killed from outside, which says nothing about the tasks.
    crashLimit: Number.POSITIVE_INFINITY,
    observeCommit: (phase) => pass(`${phase} commit`),
  });
