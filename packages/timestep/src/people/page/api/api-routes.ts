import { AGENT_ROUTES } from './agent-routes.ts';
import { AGENT_FILE_ROUTES } from './agent-file-routes.ts';
import { AGENT_MODEL_ROUTES } from './agent-model-routes.ts';
import type { ApiRoutes } from './api-route.ts';
import { CHAT_ROUTES } from './chat-routes.ts';
import { CONSENT_ROUTES } from './consent-routes.ts';
import { ENVIRONMENT_ROUTES } from './environment-routes.ts';
import { EVAL_ROUTES } from './eval-routes.ts';
import { EVENT_ROUTES } from './event-stream-routes.ts';
import { HEALTH_ROUTES } from './server-health-routes.ts';
import { STORE_ROUTES } from './store-routes.ts';
import { MESSAGE_ROUTES } from './task-message-routes.ts';
import { TASK_ROUTES } from './task-routes.ts';
import { TREE_ROUTES } from './task-tree-routes.ts';

export const API_ROUTES: ApiRoutes = {
  // Confirms that the caller is signed in; otherwise the page asks for an access key.
  'GET /session': () => ({ signedIn: true }),
  ...AGENT_ROUTES,
  ...AGENT_FILE_ROUTES,
  ...AGENT_MODEL_ROUTES,
  ...CHAT_ROUTES,
  ...CONSENT_ROUTES,
  ...ENVIRONMENT_ROUTES,
  ...EVAL_ROUTES,
  ...EVENT_ROUTES,
  ...HEALTH_ROUTES,
  ...MESSAGE_ROUTES,
  ...STORE_ROUTES,
  ...TASK_ROUTES,
  ...TREE_ROUTES,
};
