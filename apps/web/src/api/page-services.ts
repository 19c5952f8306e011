import { QueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { ApiError } from './api-error.ts';
import { fetchJson } from './api-client.ts';
import { createStreamClient, type StreamState } from './stream-client.ts';

type PageServices = ReturnType<typeof createPageServices>;

export function createPageServices() {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        refetchOnWindowFocus: false,
        // Other errors are not retried, because they would occur again.
        retry: (count, error) => error instanceof ApiError && error.status === 0 && count < 3,
      },
    },
  });
  return { stream: createPageStreamClient(), queryClient };
}

export const ServicesContext = createContext<PageServices | undefined>(undefined);

export function usePageServices(): PageServices {
  const services = useContext(ServicesContext);
  if (!services)
    throw new Error('usePageServices needs a ServicesContext: render the view inside the page');
  return services;
}

function createPageStreamClient() {
  let state: StreamState = 'idle';
  const watchers = new Set<() => void>();
  const client = createStreamClient({
    connect: (wanted, signal) => fetchJson('POST', '/events', wanted, signal),
    schedule(delayMs, run) {
      const timer = setTimeout(run, delayMs);
      return () => clearTimeout(timer);
    },
    random: Math.random,
    onState(next) {
      state = next;
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
