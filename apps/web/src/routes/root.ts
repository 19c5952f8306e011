import { createRootRoute, redirect, createRoute } from '@tanstack/react-router';
import { NotFound } from './not-found.tsx';
import { AppShell } from '../shell/app-shell.tsx';

/** The root route, with the frame around every view. */
export const rootRoute = createRootRoute({
  component: AppShell,
  notFoundComponent: NotFound,
});

/** Redirects the root URL to the task list. */
export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    // The router expects a redirect to be thrown.
    // oxlint-disable-next-line typescript/only-throw-error
    throw redirect({ to: '/tasks' });
  },
});
