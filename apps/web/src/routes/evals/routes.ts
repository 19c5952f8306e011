import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../root.ts';
import { parseTrialSearch } from './trial-search.ts';

export const evalsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/evals',
  component: lazyRouteComponent(() => import('./evals-page.tsx'), 'EvalsPage'),
});

export const evalRunRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/evals/$run',
  validateSearch: parseTrialSearch,
  component: lazyRouteComponent(() => import('./run-page.tsx'), 'RunPage'),
});

export const evalComparisonRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/evals/$run/against/$before',
  validateSearch: parseTrialSearch,
  component: lazyRouteComponent(() => import('./comparison-page.tsx'), 'ComparisonPage'),
});
