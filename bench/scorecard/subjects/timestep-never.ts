/** Timestep on SQLite with tools that declare nothing: a call that may have run is not made again. */
import { startTimestep } from './timestep-sqlite.ts';
import type { StartSubject } from '../subject.ts';

export const start: StartSubject = (deps) => startTimestep(deps, 'never');
