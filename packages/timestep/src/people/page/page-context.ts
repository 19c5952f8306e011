import type { Clock } from '#engine/port';
import type { ProtocolHost } from '#serving/server';
import type { Environments } from './environments/open-environments.ts';
import type { RunFolders } from './evals/run-folders.ts';
import type { RunStarter } from './evals/run-starter.ts';
import type { AgentFolders } from './agent-creation/create-agent.ts';
import type { StoreMaintenance } from './maintenance/store-maintenance.ts';
import type { AppFrames } from './apps/app-frames.ts';
import type { Peers } from './peers/open-peers.ts';
import type { TaskSummaryCache } from './task-summary.ts';

export interface PageContext {
  readonly site: ProtocolHost;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly lines: TaskSummaryCache;
  /** Stored evaluation runs; undefined if the server has no folder for runs. */
  readonly runs?: RunFolders | undefined;
  /** Starter of evaluation runs; undefined if operators cannot start runs. */
  readonly runStarter?: RunStarter | undefined;
  readonly environments: Environments;
  /** Connections to servers and agents that operators have opened by URL. */
  readonly peers: Peers;
  /** Frames that show MCP Apps. Undefined unless the page is only for users of this machine. */
  readonly appFrames?: AppFrames | undefined;
  /** Folders for new agents; undefined if operators cannot create agents. */
  readonly agentFolders?: AgentFolders | undefined;
  /** Database maintenance; undefined if operators cannot maintain the database. */
  readonly maintenance?: StoreMaintenance | undefined;
  /** Kills the process; undefined if the server is not a demonstration. */
  readonly kill?: (() => void) | undefined;
}
