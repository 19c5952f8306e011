import type { StartEngine } from '../engine.ts';
import { startTimestep } from './timestep-engine.ts';

/** The default: every commit is synced to disk. */
export const start: StartEngine = (place) => startTimestep(place, 'FULL');
