import type { ToolCallContext } from '#protocols/mcp';
import type { Clock } from '#engine/port';

export interface HeartbeatOptions {
  readonly clock: Clock;
  /** Milliseconds between progress notifications. Default: 15 000. */
  readonly everyMs?: number | undefined;
  readonly message?: string;
  /** Returns a message to send instead of the usual one; undefined: send the usual one. */
  readonly news?: (() => Promise<string | undefined>) | undefined;
}

const DEFAULT_HEARTBEAT_MS = 15_000;

/** Sends progress notifications while `work` runs. Calling `beat` sends a notification at once. */
export async function withHeartbeat<T>(
  { progress }: Pick<ToolCallContext, 'progress'>,
  { clock, everyMs = DEFAULT_HEARTBEAT_MS, message: regular, news }: HeartbeatOptions,
  work: (beat: (message?: string) => void) => Promise<T>,
): Promise<T> {
  let beats = 0;
  let isOver = false;
  let callOff: () => void;
  const beat = (message = regular): void => {
    beats += 1;
    void progress(beats, undefined, message);
  };
  const beatWithNews = async (find: NonNullable<typeof news>): Promise<void> => {
    const found = await find().catch(() => undefined);
    if (!isOver) beat(found);
  };
  const scheduleBeat = (): void => {
    callOff = clock.schedule(everyMs, () => {
      if (news) void beatWithNews(news);
      else beat();
      scheduleBeat();
    });
  };
  scheduleBeat();
  return work(beat).finally(() => {
    isOver = true;
    callOff();
  });
}
