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

/** What of a view that was left stays: a page that is open for days passes many. */
const KEPT_MS = 60_000;

export function createPageRouter() {
  return createRouter({
    routeTree,
    basepath: '/ui',
    defaultPreload: 'intent',
    defaultGcTime: KEPT_MS,
    defaultPreloadGcTime: KEPT_MS,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPageRouter>;
  }
}
