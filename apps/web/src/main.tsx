import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { loadCodeTokenizer } from '@timestep-ai/timestep/view';
import { createPageServices, ServicesContext } from './api/page-services.ts';
import { moveTokenToStorage } from './api/api-client.ts';
import {
  CodeTokenizerContext,
  createTokenizerLoader,
} from './components/markdown/code-tokenizer.ts';
import { renderRoot } from './render-root.tsx';
import { createPageRouter } from './routes/router.ts';
import './page.css';

moveTokenToStorage(location, history, localStorage);
const services = createPageServices();
renderRoot(
  <ServicesContext value={services}>
    <CodeTokenizerContext value={createTokenizerLoader(loadCodeTokenizer)}>
      <QueryClientProvider client={services.queryClient}>
        <RouterProvider router={createPageRouter()} />
      </QueryClientProvider>
    </CodeTokenizerContext>
  </ServicesContext>,
);
