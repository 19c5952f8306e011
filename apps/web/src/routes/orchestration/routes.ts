import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../root.ts';
import { parseOrchestrationSearch } from './orchestration-search.ts';

export const orchestrationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/agents/orchestration',
  validateSearch: parseOrchestrationSearch,
  component: lazyRouteComponent(() => import('./orchestration-page.tsx'), 'OrchestrationPage'),
});
