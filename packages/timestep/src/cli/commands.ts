import type { Command } from './command.ts';
import { a2aMcp } from './commands/a2a-mcp.ts';
import { acp } from './commands/acp.ts';
import { agentMcp } from './commands/agent-mcp.ts';
import { agentsAdd } from './commands/agents-add.ts';
import { agentsAsk } from './commands/agents-ask.ts';
import { agentsOrchestrate } from './commands/agents-orchestrate.ts';
import { agentsList } from './commands/agents-list.ts';
import { agentsRemove } from './commands/agents-remove.ts';
import { agentsShow } from './commands/agents-show.ts';
import { authList } from './commands/auth-list.ts';
import { authLogin } from './commands/auth-login.ts';
import { authLogout } from './commands/auth-logout.ts';
import { backup } from './commands/backup.ts';
import { checkFolders } from './commands/check.ts';
import { cloneFolder } from './commands/clone.ts';
import { chat } from './commands/chat.ts';
import { compare } from './commands/compare.ts';
import { doctor } from './commands/doctor.ts';
import { importFolder } from './commands/import.ts';
import { metaMcp } from './commands/meta-mcp.ts';
import { models } from './commands/models.ts';
import { newFolder } from './commands/new.ts';
import { reportRun } from './commands/report.ts';
import { runTasks } from './commands/run.ts';
import { a2aServer, serveAgent } from './commands/serve.ts';
import { sessionsClose } from './commands/sessions-close.ts';
import { sessionsDelete } from './commands/sessions-delete.ts';
import { sessionsExport } from './commands/sessions-export.ts';
import { sessionsFork } from './commands/sessions-fork.ts';
import { sessionsList } from './commands/sessions-list.ts';
import { sessionsRename } from './commands/sessions-rename.ts';
import { sessionsShow } from './commands/sessions-show.ts';
import { tasksCancel } from './commands/tasks-cancel.ts';
import { tasksExport } from './commands/tasks-export.ts';
import { tasksList } from './commands/tasks-list.ts';
import { tasksPrune } from './commands/tasks-prune.ts';
import { tasksResume } from './commands/tasks-resume.ts';
import { tasksShow } from './commands/tasks-show.ts';
import { tasksTrace } from './commands/tasks-trace.ts';
import { worker } from './commands/worker.ts';

/** Every command, in the order of the help text. */
export const COMMANDS: readonly Command[] = [
  newFolder,
  importFolder,
  cloneFolder,
  checkFolders,
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
  doctor,
  models,
  backup,
  runTasks,
  reportRun,
  compare,
];
