import { QueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { ApiError } from './api-client.ts';
import { createPageStream, type PageStream } from './page-stream.ts';

export interface PageServices {
  readonly stream: PageStream;
  readonly queryClient: QueryClient;
}

export function createPageServices(): PageServices {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        refetchOnWindowFocus: false,
        // Other errors would come again.
        retry: (count, error) => error instanceof ApiError && error.status === 0 && count < 3,
      },
    },
  });
  return { stream: createPageStream(), queryClient };
}

export const ServicesContext = createContext<PageServices | undefined>(undefined);

export function usePageServices(): PageServices {
  const services = useContext(ServicesContext);
  if (!services)
    throw new Error('usePageServices needs a ServicesContext: render the view inside the page');
  return services;
}
