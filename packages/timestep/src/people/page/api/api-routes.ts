import { AGENT_ROUTES } from './agent-routes.ts';
import { AGENT_FILE_ROUTES } from './agent-file-routes.ts';
import { AGENT_MODEL_ROUTES } from './agent-model-routes.ts';
import { ApiError, type ApiCall, type ApiRoutes } from './api-route.ts';
import { CALL_ROUTES } from './call-routes.ts';
import { CHAT_MODEL_ROUTES } from './chat-model-routes.ts';
import { CHAT_ROUTES } from './chat-routes.ts';
import { CONSENT_ROUTES } from './consent-routes.ts';
import { ENVIRONMENT_ROUTES } from './environment-routes.ts';
import { EVAL_ROUTES } from './eval-routes.ts';
import { EVENT_ROUTES } from './event-stream-routes.ts';
import { PEER_ROUTES } from './peer-routes.ts';
import { HEALTH_ROUTES } from './server-health-routes.ts';
import { STORE_ROUTES } from './store-routes.ts';
import { MESSAGE_ROUTES } from './task-message-routes.ts';
import { TASK_ROUTES } from './task-routes.ts';
import { TREE_ROUTES } from './task-tree-routes.ts';

const KILL_DELAY_MS = 50;

function killProcess({ context: { kill } }: ApiCall): object {
  if (!kill) throw new ApiError(404, 'no-demo', 'this server cannot be killed from its page');
  // The process ends a moment later, so that the response is sent before.
  setTimeout(kill, KILL_DELAY_MS);
  return {};
}

export const API_ROUTES: ApiRoutes = {
  // Confirms that the caller is signed in; otherwise the page asks for an access key.
  'GET /session': ({ context }) => ({ signedIn: true, ...(context.kill && { canKill: true }) }),
  'POST /demo/kill': killProcess,
  ...AGENT_ROUTES,
  ...AGENT_FILE_ROUTES,
  ...AGENT_MODEL_ROUTES,
  ...CALL_ROUTES,
  ...CHAT_MODEL_ROUTES,
  ...CHAT_ROUTES,
  ...CONSENT_ROUTES,
  ...ENVIRONMENT_ROUTES,
  ...EVAL_ROUTES,
  ...EVENT_ROUTES,
  ...HEALTH_ROUTES,
  ...MESSAGE_ROUTES,
  ...PEER_ROUTES,
  ...STORE_ROUTES,
  ...TASK_ROUTES,
  ...TREE_ROUTES,
};
