import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../root.ts';
import { parseServerSearch } from './server-search.ts';

export const environmentsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/environments',
  component: lazyRouteComponent(() => import('./environments-page.tsx'), 'EnvironmentsPage'),
});

export const serverRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/environments/$agent/$server',
  validateSearch: parseServerSearch,
  component: lazyRouteComponent(() => import('./server-page.tsx'), 'ServerPage'),
});
