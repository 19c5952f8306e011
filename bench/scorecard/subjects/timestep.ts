/** Timestep on SQLite, its defaults: https://github.com/timestep-ai/timestep/blob/main/docs/build/tools.md. */
import { startTimestep } from './timestep-sqlite.ts';
import type { StartSubject } from '../subject.ts';

/** Tools that say that they may run again with the same key. */
export const start: StartSubject = (deps) => startTimestep(deps, 'key');
