import { useEffect, useState } from 'react';
import { usePageServices } from '../api/page-services.ts';

/** How many tasks wait for a person, as the stream says it; nothing where none does. */
export function WaitingCount() {
  const { stream } = usePageServices();
  const [total, setTotal] = useState(0);
  useEffect(
    () =>
      stream.follow({
        waiting: true,
        heard: (message) => {
          if (message.kind === 'waiting') setTotal(message.total);
        },
      }),
    [stream],
  );
  if (total === 0) return null;
  return (
    <span className="ms-auto rounded-full bg-accent px-2 text-xs font-semibold text-on-accent">
      {total.toLocaleString('en')} <span className="sr-only">wait</span>
    </span>
  );
}
