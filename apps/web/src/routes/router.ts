import { createRouter } from '@tanstack/react-router';
import { agentRoute, agentsRoute } from './agents/routes.ts';
import { chatRoute, chatsRoute } from './chat/routes.ts';
import { environmentsRoute, serverRoute } from './environments/routes.ts';
import { evalComparisonRoute, evalRunRoute, evalsRoute } from './evals/routes.ts';
import { inboxRoute } from './inbox/routes.ts';
import { operatingRoute } from './operating/routes.ts';
import { orchestrationRoute } from './orchestration/routes.ts';
import { homeRoute, rootRoute } from './root.ts';
import { taskRoute, tasksRoute } from './tasks/routes.ts';

const routeTree = rootRoute.addChildren([
  homeRoute,
  tasksRoute,
  taskRoute,
  chatsRoute,
  chatRoute,
  inboxRoute,
  agentsRoute,
  agentRoute,
  orchestrationRoute,
  environmentsRoute,
  serverRoute,
  evalsRoute,
  evalRunRoute,
  evalComparisonRoute,
  operatingRoute,
]);

/**
 * Milliseconds for which the data of a closed view is cached. Limited because a page that is open
 * for days visits many views.
 */
const CACHE_MS = 60_000;

export function createPageRouter() {
  return createRouter({
    routeTree,
    basepath: '/ui',
    defaultPreload: 'intent',
    defaultGcTime: CACHE_MS,
    defaultPreloadGcTime: CACHE_MS,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPageRouter>;
  }
}
