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
import { parseChatListSearch, parseChatSearch } from './chat/chat-search.ts';
import { parsePeerSearch } from './connect/peer-search.ts';
import { parseServerSearch } from './environments/server-search.ts';
import { parseTrialSearch } from './evals/trial-search.ts';
import { readTexts, type SearchParams } from './search-params.ts';
import { parseTaskFilters, parseTaskSearch } from './tasks/task-search.ts';
import { parseWorkSearch } from './hourly/work-search.ts';

const rootRoute = createRootRoute({ component: AppShell, notFoundComponent: NotFound });

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    // The router requires that a redirect is thrown.
    // oxlint-disable-next-line typescript/only-throw-error
    throw redirect({ to: '/tasks' });
  },
});

/** Creates the route of a view, which is loaded when it is first opened. */
function createView<const Path extends string, Name extends string, Search extends object = object>(
  path: Path,
  load: () => Promise<Readonly<Record<Name, RouteComponent>>>,
  name: Name,
  validateSearch?: (search: SearchParams) => Search,
) {
  const component = lazyRouteComponent(async () => ({ default: (await load())[name] }));
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    component,
    validateSearch: (search: SearchParams) => validateSearch?.(search) ?? ({} as Search),
  });
}

const routeTree = rootRoute.addChildren([
  homeRoute,
  createView('/tasks', () => import('./tasks/tasks-page.tsx'), 'TasksPage', parseTaskFilters),
  createView('/tasks/$taskId', () => import('./tasks/task-page.tsx'), 'TaskPage', parseTaskSearch),
  createView(
    '/tasks/$taskId/against/$otherId',
    () => import('./compare-runs/compare-runs-page.tsx'),
    'CompareRunsPage',
  ),
  createView('/chat', () => import('./chat/chats-page.tsx'), 'ChatsPage', parseChatListSearch),
  createView('/chat/$chatId', () => import('./chat/chat-page.tsx'), 'ChatPage', parseChatSearch),
  createView('/inbox', () => import('./inbox/inbox-page.tsx'), 'InboxPage'),
  createView('/agents', () => import('./agents/agents-page.tsx'), 'AgentsPage'),
  createView(
    '/agents/$agentId',
    () => import('./agents/agent-page.tsx'),
    'AgentPage',
    parseAgentSearch,
  ),
  createView(
    '/agents/orchestration',
    () => import('./orchestration/orchestration-page.tsx'),
    'OrchestrationPage',
    (search) => readTexts(search, 'agent'),
  ),
  createView('/agents/connect', () => import('./connect/connect-page.tsx'), 'PeersPage'),
  createView(
    '/agents/connect/login',
    () => import('./connect/login-page.tsx'),
    'OAuthRedirectPage',
  ),
  createView(
    '/agents/connect/$peerId',
    () => import('./connect/peer-page.tsx'),
    'PeerPage',
    parsePeerSearch,
  ),
  createView(
    '/environments',
    () => import('./environments/environments-page.tsx'),
    'EnvironmentsPage',
  ),
  createView(
    '/environments/$agent/$server',
    () => import('./environments/server-page.tsx'),
    'ServerPage',
    parseServerSearch,
  ),
  createView('/evals', () => import('./evals/evals-page.tsx'), 'EvalsPage'),
  createView('/evals/$run', () => import('./evals/run-page.tsx'), 'RunPage', parseTrialSearch),
  createView(
    '/evals/$run/against/$before',
    () => import('./evals/comparison-page.tsx'),
    'ComparisonPage',
    parseTrialSearch,
  ),
  createView(
    '/operating',
    () => import('./operating/operating-page.tsx'),
    'OperationsPage',
    parseWorkSearch,
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
