import type { StartEngine } from '../engine.ts';
import { startTimestep } from './timestep-engine.ts';

/** Survives a crash of the process, but may lose the last commits in a power failure. */
export const start: StartEngine = (place) => startTimestep(place, 'NORMAL');
