import { useEffect, useState } from 'react';

/**
 * Returns the time up to which running work is drawn, in milliseconds since the epoch: it moves on each second
 * while something runs, and is the time of the newest event otherwise.
 */
export function useRunningTime(newestEventAt: number, isRunning: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isRunning) return;
    const update = (): void => setNow(Date.now());
    update();
    const timer = setInterval(update, 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  // The clock of this device may be behind that of the server.
  return isRunning ? Math.max(newestEventAt, now) : newestEventAt;
}
