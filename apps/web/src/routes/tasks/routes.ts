import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../root.ts';
import { taskFilters, taskTab } from './task-search.ts';

export const tasksRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tasks',
  validateSearch: taskFilters,
  component: lazyRouteComponent(() => import('./tasks-page.tsx'), 'TasksPage'),
});

export const taskRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/tasks/$taskId',
  validateSearch: taskTab,
  component: lazyRouteComponent(() => import('./task-page.tsx'), 'TaskPage'),
});
