import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../root.ts';
import { parseTaskFilters, parseTaskTab } from './task-search.ts';

export const tasksRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tasks',
  validateSearch: parseTaskFilters,
  component: lazyRouteComponent(() => import('./tasks-page.tsx'), 'TasksPage'),
});

export const taskRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tasks/$taskId',
  validateSearch: parseTaskTab,
  component: lazyRouteComponent(() => import('./task-page.tsx'), 'TaskPage'),
});
