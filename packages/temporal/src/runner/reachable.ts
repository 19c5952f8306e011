import { RunnerError } from 'timestep/port';

/** What a caller may know of a failure of Temporal or the store; the rest is for the operator. */
export async function reachable<T>(
  onError: (thrown: unknown) => void,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof RunnerError) throw thrown;
    onError(thrown);
    throw new RunnerError('unavailable', 'tasks cannot be reached now: send it again later');
  }
}
