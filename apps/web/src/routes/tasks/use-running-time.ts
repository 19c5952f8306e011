import { useEffect, useState } from 'react';

/**
 * Returns the time up to which running work is drawn, in milliseconds since the epoch: the current
 * time while something runs, otherwise the time of the newest event.
 */
export function useTimelineEndTime(newestEventAt: number, isRunning: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isRunning) return;
    const update = (): void => setNow(Date.now());
    update();
    const timer = setInterval(update, 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  // The newest event may be later than the clock of this device, which may be slow.
  return isRunning ? Math.max(newestEventAt, now) : newestEventAt;
}
