import {
  createRunnerCallTasks,
  createToolCaller,
  type EnvironmentDefinition,
  type EnvironmentHandlerOptions,
} from '#protocols/mcp';
import type { Backend, BackendNeeds, OpenBackend } from '#engine/port';
import { openMemory } from '#engine/runner';
import type { CloseFn } from './close-together.ts';
import { chooseBackend } from './open-backend.ts';
import { hasTaskTools, getToolCallerName } from './tool-callers.ts';

/** Where an environment that is served without an agent stores calls that run as tasks. */
export interface EnvironmentTasksOptions {
  /** Opens the backend that stores them, such as `openSqlite`. */
  readonly backend?: OpenBackend;
  /** The SQLite file that stores them. Default: the memory, for a day after each task ends. */
  readonly database?: string;
}

export interface EnvironmentTasks {
  readonly options: Pick<EnvironmentHandlerOptions, 'callTasks' | 'stateKey'>;
  readonly close: CloseFn;
}

/** Throws `ServeError` if both `backend` and `database` are given. */
export async function openEnvironmentTasks(
  environmentId: string,
  definition: () => EnvironmentDefinition,
  options: EnvironmentTasksOptions & Pick<EnvironmentHandlerOptions, 'onError'>,
): Promise<EnvironmentTasks> {
  const { backend, database, onError } = options;
  const isKept = backend !== undefined || database !== undefined;
  if (!isKept && !hasTaskTools(definition())) return { options: {}, close: () => undefined };
  const open = isKept
    ? chooseBackend({ ...(backend && { backend }), ...(database !== undefined && { database }) })
    : openMemoryForADay;
  const agent = getToolCallerName(environmentId);
  const opened = await open({
    agents: [createToolCaller(agent, definition)],
    ...(onError && { onError: (thrown: unknown) => onError(toError(thrown)) }),
  });
  const { runner } = opened;
  const retention = isKept ? {} : { endedForMs: DAY_MS };
  const callTasks = createRunnerCallTasks({ runner, agent, ...retention });
  const stateKey = await runner.getStateKey();
  return { options: { callTasks, stateKey }, close: (graceMs) => opened.close(graceMs) };
}

const DAY_MS = 24 * 3600 * 1000;

/** A long-running server must not store all calls forever. */
function openMemoryForADay(needs: BackendNeeds): Backend {
  return openMemory({ ...needs, retention: { endedForMs: DAY_MS } });
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
