import { RunnerError } from '@timestep-ai/timestep/port';

/**
 * The error that a caller may see for a failure of Temporal or the store; the operator receives the
 * rest.
 */
export async function reachable<T>(
  onError: (thrown: unknown) => void,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof RunnerError) throw thrown;
    onError(thrown);
    throw new RunnerError(
      'unavailable',
      'tasks cannot be reached now: send the request again later',
    );
  }
}
