import type { Command } from './command.ts';
import { a2aMcp } from './commands/serve/a2a-mcp.ts';
import { acp } from './commands/serve/acp.ts';
import { agentMcp } from './commands/serve/agent-mcp.ts';
import { agentsAdd } from './commands/agents/agents-add.ts';
import { agentsAsk } from './commands/agents/agents-ask.ts';
import { agentsOrchestrate } from './commands/agents/agents-orchestrate.ts';
import { agentsList } from './commands/agents/agents-list.ts';
import { agentsRemove } from './commands/agents/agents-remove.ts';
import { agentsShow } from './commands/agents/agents-show.ts';
import { authList } from './commands/auth/auth-list.ts';
import { authLogin } from './commands/auth/auth-login.ts';
import { authLogout } from './commands/auth/auth-logout.ts';
import { backup } from './commands/database/backup.ts';
import { checkFolders } from './commands/folders/check.ts';
import { cloneFolder } from './commands/folders/clone.ts';
import { chat } from './commands/chat.ts';
import { consentsList } from './commands/consents/consents-list.ts';
import { consentsRevoke } from './commands/consents/consents-revoke.ts';
import { compare } from './commands/evals/compare.ts';
import { doctor } from './commands/database/doctor.ts';
import { importFolder } from './commands/folders/import.ts';
import { metaMcp } from './commands/serve/meta-mcp.ts';
import { models } from './commands/folders/models.ts';
import { newFolder } from './commands/folders/new.ts';
import { relevanceEval } from './commands/relevance/relevance-eval.ts';
import { relevanceTry } from './commands/relevance/relevance-try.ts';
import { reportRun } from './commands/evals/report.ts';
import { runTasks } from './commands/evals/run.ts';
import { a2aServer, serveAgent } from './commands/serve/serve.ts';
import {
  sessionsClose,
  sessionsDelete,
  sessionsFork,
  sessionsRename,
} from './commands/sessions/sessions-change.ts';
import { sessionsExport } from './commands/sessions/sessions-export.ts';
import { sessionsList } from './commands/sessions/sessions-list.ts';
import { sessionsShow } from './commands/sessions/sessions-show.ts';
import { tasksCancel } from './commands/tasks/tasks-cancel.ts';
import { tasksExport } from './commands/tasks/tasks-export.ts';
import { tasksList } from './commands/tasks/tasks-list.ts';
import { tasksPrune } from './commands/tasks/tasks-prune.ts';
import { tasksResume } from './commands/tasks/tasks-resume.ts';
import { tasksShow } from './commands/tasks/tasks-show.ts';
import { tasksTrace } from './commands/tasks/tasks-trace.ts';
import { trustFolder } from './commands/folders/trust.ts';
import { worker } from './commands/serve/worker.ts';

/** Every command, in the order of the help text. */
export const COMMANDS: readonly Command[] = [
  newFolder,
  importFolder,
  cloneFolder,
  checkFolders,
  trustFolder,
  relevanceTry,
  relevanceEval,
  chat,
  serveAgent,
  a2aServer,
  agentsList,
  agentsAdd,
  agentsRemove,
  agentsShow,
  agentsAsk,
  agentsOrchestrate,
  authLogin,
  authList,
  authLogout,
  acp,
  a2aMcp,
  metaMcp,
  agentMcp,
  worker,
  tasksList,
  tasksShow,
  tasksTrace,
  tasksResume,
  tasksCancel,
  tasksExport,
  tasksPrune,
  sessionsList,
  sessionsShow,
  sessionsExport,
  sessionsFork,
  sessionsRename,
  sessionsClose,
  sessionsDelete,
  consentsList,
  consentsRevoke,
  doctor,
  models,
  backup,
  runTasks,
  reportRun,
  compare,
];
