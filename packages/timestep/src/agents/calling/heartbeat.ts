import type { ToolCallContext } from '#protocols/mcp';
import type { Clock } from '#engine/port';

export interface HeartbeatOptions {
  readonly clock: Clock;
  /** Milliseconds of silence until a progress notification is sent. Default: 15 000. */
  readonly everyMs?: number | undefined;
  /**
   * Returns the message of a progress notification that is sent because the work has reported nothing for a
   * while.
   */
  readonly message?: () => string;
}

const DEFAULT_HEARTBEAT_MS = 15_000;

/**
 * Sends progress notifications while `work` runs and is silent. Calling `beat` sends a notification
 * at once.
 */
export async function withHeartbeat<T>(
  { progress }: Pick<ToolCallContext, 'progress'>,
  { clock, everyMs = DEFAULT_HEARTBEAT_MS, message }: HeartbeatOptions,
  work: (beat: (message?: string) => void) => Promise<T>,
): Promise<T> {
  let beats = 0;
  let callOff: (() => void) | undefined;
  const waitForSilence = (): void => {
    callOff?.();
    callOff = clock.schedule(everyMs, () => beat());
  };
  const beat = (text = message?.()): void => {
    beats += 1;
    void progress(beats, undefined, text);
    waitForSilence();
  };
  waitForSilence();
  return work(beat).finally(() => callOff?.());
}
