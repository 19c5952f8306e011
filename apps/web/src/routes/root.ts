import { createRootRoute, redirect, createRoute } from '@tanstack/react-router';
import { EmptyState } from '../components/empty-state.tsx';
import { Shell } from '../shell/shell.tsx';

/** The parent of every route. */
export const rootRoute = createRootRoute({
  component: Shell,
  notFoundComponent: () => EmptyState({ title: 'There is no such view' }),
});

/** Nothing in particular leads to the tasks. */
export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    // The router takes a redirect from what is thrown.
    // oxlint-disable-next-line typescript/only-throw-error
    throw redirect({ to: '/tasks' });
  },
});
