import { createRootRoute, redirect, createRoute } from '@tanstack/react-router';
import { NotFound } from './not-found.tsx';
import { Shell } from '../shell/shell.tsx';

/** The parent of every route. */
export const rootRoute = createRootRoute({
  component: Shell,
  notFoundComponent: NotFound,
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
