import { RunnerError } from '@timestep-ai/timestep/port';

/** Reports the details of a failure to `onError` and gives the caller a generic error. */
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
