import {
  createRunnerCallTasks,
  createToolCallAgent,
  type EnvironmentDefinition,
  type EnvironmentHandlerOptions,
} from '#protocols/mcp';
import type { OpenBackend } from '#engine/port';
import { openMemory } from '#engine/runner';
import type { CloseFn } from './open-protocol-host.ts';
import { chooseBackend } from './open-backend.ts';
import { hasTaskTools, getToolCallerName } from './tool-callers.ts';

/** Storage for tool calls that run as tasks, if an environment is served without an agent. */
export interface EnvironmentTasksOptions {
  /** Opens the backend that stores the tasks, such as `openSqlite`. */
  readonly backend?: OpenBackend;
  /** SQLite file that stores the tasks. Default: memory, for a day after each task ends. */
  readonly database?: string;
}

export interface EnvironmentTasks {
  readonly options: Pick<EnvironmentHandlerOptions, 'callTasks' | 'stateKey'>;
  readonly close: CloseFn;
}

/** Opens the storage of tool calls. Throws `ServeError` if `backend` and `database` are given. */
export async function openEnvironmentTasks(
  environmentId: string,
  definition: () => EnvironmentDefinition,
  options: EnvironmentTasksOptions & Pick<EnvironmentHandlerOptions, 'onError'>,
): Promise<EnvironmentTasks> {
  const { backend, database, onError } = options;
  const isKept = backend !== undefined || database !== undefined;
  if (!isKept && !hasTaskTools(definition())) return { options: {}, close: () => undefined };
  const retention = { endedForMs: DAY_MS };
  const open: OpenBackend = isKept
    ? chooseBackend(options)
    : (needs) => openMemory({ ...needs, retention });
  const agent = getToolCallerName(environmentId);
  const opened = await open({
    agents: [createToolCallAgent(agent, definition)],
    ...(onError && { onError: (thrown: unknown) => onError(toError(thrown)) }),
  });
  const { runner } = opened;
  const callTasks = createRunnerCallTasks({ runner, agent, ...(!isKept && retention) });
  const stateKey = await runner.getStateKey();
  return { options: { callTasks, stateKey }, close: (graceMs) => opened.close(graceMs) };
}

const DAY_MS = 24 * 3600 * 1000;

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
