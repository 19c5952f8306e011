import { AGENT_ROUTES } from './agent-routes.ts';
import { AGENT_FILE_ROUTES } from './agent-file-routes.ts';
import { AGENT_MODEL_ROUTES } from './agent-model-routes.ts';
import { CHAT_ROUTES } from './chat-routes.ts';
import { ENVIRONMENT_ROUTES } from './environment-routes.ts';
import { EVAL_ROUTES } from './eval-routes.ts';
import { EVAL_START_ROUTES } from './eval-start-routes.ts';
import { EVENT_ROUTES } from './event-stream-routes.ts';
import { FORK_ROUTES } from './fork-routes.ts';
import { INBOX_ROUTES } from './inbox-routes.ts';
import { MESSAGE_ROUTES } from './task-message-routes.ts';
import { HEALTH_ROUTES } from './server-health-routes.ts';
import type { ApiRoute } from './api-route.ts';
import { SESSION_ROUTES } from './session-routes.ts';
import { TASK_ROUTES } from './task-routes.ts';
import { STORE_ROUTES } from './store-routes.ts';

export const API_ROUTES: readonly ApiRoute[] = [
  ...AGENT_ROUTES,
  ...AGENT_FILE_ROUTES,
  ...AGENT_MODEL_ROUTES,
  ...CHAT_ROUTES,
  ...ENVIRONMENT_ROUTES,
  ...EVAL_ROUTES,
  ...EVAL_START_ROUTES,
  ...EVENT_ROUTES,
  ...FORK_ROUTES,
  ...INBOX_ROUTES,
  ...MESSAGE_ROUTES,
  ...HEALTH_ROUTES,
  ...SESSION_ROUTES,
  ...TASK_ROUTES,
  ...STORE_ROUTES,
];
