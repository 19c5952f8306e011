import { useEffect, useState } from 'react';
import { usePageServices } from '../api/page-services.ts';

/** Number of tasks waiting for human input, from the event stream. Hidden if zero. */
export function WaitingCount() {
  const { stream } = usePageServices();
  const [total, setTotal] = useState(0);
  useEffect(
    () =>
      stream.subscribe({
        waiting: true,
        onMessage: (message) => {
          if (message.kind === 'waiting') setTotal(message.total);
        },
      }),
    [stream],
  );
  if (total === 0) return null;
  return (
    <span className="ms-auto rounded-full bg-accent px-2 text-xs font-semibold text-on-accent">
      {total.toLocaleString('en')} <span className="sr-only">waiting</span>
    </span>
  );
}
