import { workerData } from 'node:worker_threads';
import { runFileUpkeep, type UpkeepJob } from './upkeep-job.ts';

/**
 * Input of the thread that maintains the database file, with a flag that is set when the thread must stop.
 */
export interface UpkeepThreadData {
  readonly job: UpkeepJob;
  readonly stopping: Int32Array<SharedArrayBuffer>;
}

const { job: order, stopping } = workerData as UpkeepThreadData;

runFileUpkeep(order, {
  now: () => performance.now(),
  isStopping: () => Atomics.load(stopping, 0) !== 0,
  pause: (milliseconds) => void Atomics.wait(stopping, 0, 0, milliseconds),
});
