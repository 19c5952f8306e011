import { QueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { ApiError } from './api-error.ts';
import { createPageStream, type PageStream } from './stream.ts';

/** What every view of the page shares. */
export interface PageServices {
  readonly stream: PageStream;
  readonly queries: QueryClient;
}

export function createPageServices(): PageServices {
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        refetchOnWindowFocus: false,
        // What the server refuses it refuses again; what cannot be reached may come back.
        retry: (count, error) => error instanceof ApiError && error.status === 0 && count < 3,
      },
    },
  });
  return { stream: createPageStream(), queries };
}

export const ServicesContext = createContext<PageServices | undefined>(undefined);

export function usePageServices(): PageServices {
  const services = useContext(ServicesContext);
  if (!services) throw new Error('a view is shown outside the page');
  return services;
}
