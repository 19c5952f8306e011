import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createPageServices, ServicesContext } from './api/page-services.ts';
import { takeToken } from './api/token.ts';
import { createPageRouter } from './routes/router.ts';
import './styles.css';

takeToken(location, history, localStorage);
const services = createPageServices();
const router = createPageRouter();
const root = document.querySelector('#root');
if (!root) throw new Error('the page has no place for its views');
createRoot(root).render(
  <StrictMode>
    <ServicesContext value={services}>
      <QueryClientProvider client={services.queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </ServicesContext>
  </StrictMode>,
);
