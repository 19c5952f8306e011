import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../root.ts';

export const environmentsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/environments',
  component: lazyRouteComponent(() => import('./environments-page.tsx'), 'EnvironmentsPage'),
});
