import { useEffect, useState } from 'react';

/** Returns the current time in milliseconds, updated twice a minute. */
export function useCurrentTimeMs(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
