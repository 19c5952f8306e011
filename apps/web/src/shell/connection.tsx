import { useSyncExternalStore } from 'react';
import { usePageServices } from '../api/page-services.ts';

/** Says when the page does not hear from the server; what it shows may then be old. */
export function ConnectionBanner() {
  const { stream } = usePageServices();
  const state = useSyncExternalStore(stream.watch, stream.state);
  return (
    <div role="status">
      {state === 'away' && (
        <p className="bg-surface px-4 py-1 text-sm text-warn">
          The server cannot be reached: what is shown may be old. The page tries again by itself.
        </p>
      )}
    </div>
  );
}
