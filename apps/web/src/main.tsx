import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createPageServices, ServicesContext } from './api/page-services.ts';
import { moveTokenToStorage } from './api/api-client.ts';
import { createPageRouter } from './routes/router.ts';
import './styles.css';

moveTokenToStorage(location, history, localStorage);
const services = createPageServices();
const router = createPageRouter();
const root = document.querySelector('#root');
if (!root) throw new Error('the page has no element #root');
createRoot(root).render(
  <StrictMode>
    <ServicesContext value={services}>
      <QueryClientProvider client={services.queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </ServicesContext>
  </StrictMode>,
);
