import { useSyncExternalStore } from 'react';
import { usePageServices } from '../api/page-services.ts';

/** A warning that the server is unreachable and that the shown data may be outdated. */
export function ConnectionBanner() {
  const { stream } = usePageServices();
  const state = useSyncExternalStore(stream.onStateChange, stream.getState);
  return (
    <div role="status">
      {state === 'disconnected' && (
        <p className="bg-surface px-4 py-1 text-sm text-warn">
          The server is unreachable, so this page may be out of date. Reconnecting automatically.
        </p>
      )}
    </div>
  );
}
