import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type RouteComponent,
} from '@tanstack/react-router';
import { AppShell, NotFound } from '../shell/app-shell.tsx';
import { parseAgentSearch } from './agents/agent-search.ts';
import { parseChatSearch } from './chat/chat-search.ts';
import { parseServerSearch } from './environments/server-search.ts';
import { parseTrialSearch } from './evals/trial-search.ts';
import { readTexts, type SearchParams } from './search-params.ts';
import { parseTaskFilters, parseTaskSearch } from './tasks/task-search.ts';

const rootRoute = createRootRoute({ component: AppShell, notFoundComponent: NotFound });

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    // The router expects a redirect to be thrown.
    // oxlint-disable-next-line typescript/only-throw-error
    throw redirect({ to: '/tasks' });
  },
});

/** Creates the route of a view, which is loaded when it is first opened. */
function createViewRoute<const Path extends string>(path: Path, component: RouteComponent) {
  return createRoute({ getParentRoute: () => rootRoute, path, component });
}

/** Creates the route of a view whose selection is part of its URL. */
function createSearchRoute<const Path extends string, Search extends object>(
  path: Path,
  validateSearch: (search: SearchParams) => Search,
  component: RouteComponent,
) {
  return createRoute({ getParentRoute: () => rootRoute, path, validateSearch, component });
}

const routeTree = rootRoute.addChildren([
  homeRoute,
  createSearchRoute(
    '/tasks',
    parseTaskFilters,
    lazyRouteComponent(() => import('./tasks/tasks-page.tsx'), 'TasksPage'),
  ),
  createSearchRoute(
    '/tasks/$taskId',
    parseTaskSearch,
    lazyRouteComponent(() => import('./tasks/task-page.tsx'), 'TaskPage'),
  ),
  createViewRoute(
    '/chat',
    lazyRouteComponent(() => import('./chat/chats-page.tsx'), 'ChatsPage'),
  ),
  createSearchRoute(
    '/chat/$chatId',
    parseChatSearch,
    lazyRouteComponent(() => import('./chat/chat-page.tsx'), 'ChatPage'),
  ),
  createViewRoute(
    '/inbox',
    lazyRouteComponent(() => import('./inbox/inbox-page.tsx'), 'InboxPage'),
  ),
  createViewRoute(
    '/agents',
    lazyRouteComponent(() => import('./agents/agents-page.tsx'), 'AgentsPage'),
  ),
  createSearchRoute(
    '/agents/$agentId',
    parseAgentSearch,
    lazyRouteComponent(() => import('./agents/agent-page.tsx'), 'AgentPage'),
  ),
  createSearchRoute(
    '/agents/orchestration',
    (search) => readTexts(search, 'agent'),
    lazyRouteComponent(() => import('./orchestration/orchestration-page.tsx'), 'OrchestrationPage'),
  ),
  createViewRoute(
    '/environments',
    lazyRouteComponent(() => import('./environments/environments-page.tsx'), 'EnvironmentsPage'),
  ),
  createSearchRoute(
    '/environments/$agent/$server',
    parseServerSearch,
    lazyRouteComponent(() => import('./environments/server-page.tsx'), 'ServerPage'),
  ),
  createViewRoute(
    '/evals',
    lazyRouteComponent(() => import('./evals/evals-page.tsx'), 'EvalsPage'),
  ),
  createSearchRoute(
    '/evals/$run',
    parseTrialSearch,
    lazyRouteComponent(() => import('./evals/run-page.tsx'), 'RunPage'),
  ),
  createSearchRoute(
    '/evals/$run/against/$before',
    parseTrialSearch,
    lazyRouteComponent(() => import('./evals/comparison-page.tsx'), 'ComparisonPage'),
  ),
  createViewRoute(
    '/operating',
    lazyRouteComponent(() => import('./operating/operating-page.tsx'), 'OperationsPage'),
  ),
]);

/** Milliseconds that the data of a closed view stays cached, as pages may be open for days. */
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
