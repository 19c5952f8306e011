import { workerData } from 'node:worker_threads';
import { doUpkeep, type UpkeepOrder } from './upkeep-job.ts';

/** The start data of the thread: the order, and a flag that is raised when it must stop. */
export interface UpkeepThreadData {
  readonly order: UpkeepOrder;
  readonly stopping: Int32Array<SharedArrayBuffer>;
}

const { order, stopping } = workerData as UpkeepThreadData;

doUpkeep(order, {
  now: () => performance.now(),
  isStopping: () => Atomics.load(stopping, 0) !== 0,
  pause: (milliseconds) => void Atomics.wait(stopping, 0, 0, milliseconds),
});
