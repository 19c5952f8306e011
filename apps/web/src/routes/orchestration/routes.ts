import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../root.ts';
import { orchestrationSearch } from './orchestration-search.ts';

export const orchestrationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/agents/orchestration',
  validateSearch: orchestrationSearch,
  component: lazyRouteComponent(() => import('./orchestration-page.tsx'), 'OrchestrationPage'),
});
