import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../root.ts';
import { parseAgentSearch } from './agent-tab.ts';

export const agentsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/agents',
  component: lazyRouteComponent(() => import('./agents-page.tsx'), 'AgentsPage'),
});

export const agentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/agents/$agentId',
  validateSearch: parseAgentSearch,
  component: lazyRouteComponent(() => import('./agent-page.tsx'), 'AgentPage'),
});
