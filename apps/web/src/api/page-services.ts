import { QueryCache, QueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { ApiError, isAccessDenied } from './api-error.ts';
import { fetchJson } from './api-client.ts';
import { createStreamClient, type StreamClientDeps, type StreamState } from './stream-client.ts';
import { takeStreamSlot, type TabLocks } from './stream-slots.ts';

/** Query key under which the page caches who is signed in. */
export const SESSION = ['session'] as const;

type PageServices = ReturnType<typeof createPageServices>;

export function createPageServices() {
  // After an authentication error, asks who is signed in, so that the page can ask for a key.
  const checkSession = (): void => {
    if (queryClient.getQueryData(SESSION) === undefined) return;
    void queryClient.invalidateQueries({ queryKey: SESSION });
  };
  const queryClient: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError(error, { queryKey }) {
        if (isAccessDenied(error) && queryKey[0] !== SESSION[0]) checkSession();
      },
    }),
    defaultOptions: {
      queries: {
        refetchOnWindowFocus: false,
        // Other errors are not retried, because they would occur again.
        retry: (count, error) => error instanceof ApiError && error.status === 0 && count < 3,
      },
    },
  });
  return { stream: createPageStreamClient(checkSession), queryClient };
}

export const ServicesContext = createContext<PageServices | undefined>(undefined);

export function usePageServices(): PageServices {
  const services = useContext(ServicesContext);
  if (!services)
    throw new Error('usePageServices needs a ServicesContext: render the view inside the page');
  return services;
}

/** How this tab waits for its slot among the streams of all tabs; undefined if streams need no connection each. */
function createSlotTaker(): StreamClientDeps['takeSlot'] {
  // Browsers provide locks only on pages of this machine and over HTTPS.
  const locks = navigator.locks as TabLocks | undefined;
  return locks && !isConnectionShared() ? (signal) => takeStreamSlot(locks, signal) : undefined;
}

/** Whether all requests of the page share one connection, as in HTTP/2. */
function isConnectionShared(): boolean {
  return performance
    .getEntriesByType('navigation')
    .some(
      (entry) =>
        entry instanceof PerformanceNavigationTiming && /^h[23]/.test(entry.nextHopProtocol),
    );
}

function createPageStreamClient(onSignedOut: () => void) {
  let state: StreamState = 'idle';
  const watchers = new Set<() => void>();
  const client = createStreamClient({
    connect: (wanted, signal) => fetchJson('POST', '/events', wanted, signal),
    takeSlot: createSlotTaker(),
    schedule(delayMs, run) {
      const timer = setTimeout(run, delayMs);
      return () => clearTimeout(timer);
    },
    random: Math.random,
    onState(next) {
      state = next;
      if (next === 'signed-out') onSignedOut();
      for (const watcher of watchers) watcher();
    },
  });
  document.addEventListener('visibilitychange', () => client.setHidden(document.hidden));
  globalThis.addEventListener('online', () => client.reconnect());
  return {
    ...client,
    getState: (): StreamState => state,
    onStateChange: (onChange: () => void) => {
      watchers.add(onChange);
      return () => void watchers.delete(onChange);
    },
  };
}
