import type { ToolCallContext } from '#protocols/mcp';
import type { Clock } from '#engine/port';

export interface HeartbeatOptions {
  readonly clock: Clock;
  /** Milliseconds between progress notifications. Default: 15 000. */
  readonly everyMs?: number | undefined;
  readonly message?: string;
}

const DEFAULT_HEARTBEAT_MS = 15_000;

/** Sends progress notifications while `work` runs. Calling `beat` sends a notification at once. */
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
  const scheduleBeat = (): void => {
    callOff = clock.schedule(everyMs, () => {
      beat();
      scheduleBeat();
    });
  };
  scheduleBeat();
  return work(beat).finally(() => callOff());
}
