import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../root.ts';

export const operatingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/operating',
  component: lazyRouteComponent(() => import('./operating-page.tsx'), 'OperationsPage'),
});
