import { RunnerError } from '@timestep-ai/timestep/port';

/**
 * Runs an operation on Temporal or the store. If it fails, the caller receives a generic error and
 * `onError` receives the details, which are for the operator.
 */
export async function hideFailureDetails<T>(
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
      'the task store is not available now: send the request again later',
    );
  }
}
