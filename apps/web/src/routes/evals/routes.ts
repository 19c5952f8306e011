import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../root.ts';

export const evalsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/evals',
  component: lazyRouteComponent(() => import('./evals-page.tsx'), 'EvalsPage'),
});
