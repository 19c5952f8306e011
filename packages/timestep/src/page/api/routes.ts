import { AGENT_ROUTES } from './agents.ts';
import { AGENT_FILE_ROUTES } from './agent-files.ts';
import { AGENT_MODEL_ROUTES } from './agent-models.ts';
import { CHAT_ROUTES } from './chats.ts';
import { ENVIRONMENT_ROUTES } from './environments.ts';
import { EVAL_ROUTES } from './evals.ts';
import { EVAL_START_ROUTES } from './eval-starts.ts';
import { EVENT_ROUTES } from './events.ts';
import { FORK_ROUTES } from './forks.ts';
import { INBOX_ROUTES } from './inbox.ts';
import { MESSAGE_ROUTES } from './messages.ts';
import { OPERATING_ROUTES } from './operating.ts';
import type { ApiRoute } from './route.ts';
import { SESSION_ROUTES } from './session.ts';
import { TASK_ROUTES } from './tasks.ts';
import { UPKEEP_ROUTES } from './upkeep.ts';

/** All paths below `/ui/api`: one table per topic. */
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
  ...OPERATING_ROUTES,
  ...SESSION_ROUTES,
  ...TASK_ROUTES,
  ...UPKEEP_ROUTES,
];
