import type { StartEngine } from '../engine.ts';
import { startTimestep } from './timestep-engine.ts';

/** Survives the death of the process, but may lose the last commits with the power. */
export const start: StartEngine = (place) => startTimestep(place, 'NORMAL');
