import type { ToolCallContext } from '../mcp/index.ts';
import type { Clock } from '../port/index.ts';

/** How often a waiting caller receives a sign of life, and the sentence that comes with it. */
export interface HeartbeatOptions {
  readonly clock: Clock;
  /** Milliseconds between signs of life. Default 15000. */
  readonly everyMs?: number | undefined;
  readonly message?: string;
}

const DEFAULT_HEARTBEAT_MS = 15_000;

/**
 * Runs work and sends its caller signs of life, as progress that rises by one each time, until the work
 * succeeds or fails. `beat` sends one at once.
 */
export async function withHeartbeat<T>(
  { progress }: Pick<ToolCallContext, 'progress'>,
  { clock, everyMs = DEFAULT_HEARTBEAT_MS, message: regular }: HeartbeatOptions,
  work: (beat: (message?: string) => void) => Promise<T>,
): Promise<T> {
  let beats = 0;
  let callOff: () => void;
  const beat = (message = regular): void => {
    beats += 1;
    void progress(beats, undefined, message);
  };
  const next = (): void => {
    callOff = clock.schedule(everyMs, () => {
      beat();
      next();
    });
  };
  next();
  return work(beat).finally(() => callOff());
}
