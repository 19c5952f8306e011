import {
  keptCalls,
  toolCaller,
  type EnvironmentDefinition,
  type EnvironmentHandlerOptions,
} from '../mcp/index.ts';
import type { Backend, BackendNeeds, OpenBackend } from '../port/index.ts';
import { openMemory } from '../runner/index.ts';
import type { Closing } from './closing.ts';
import { backendOf } from './open-backend.ts';
import { hasTaskTools, toolCallerName } from './tool-callers.ts';

/** Where an environment that is served alone keeps the calls that are tasks. */
export interface EnvironmentTasksOptions {
  /** Opens the backend that keeps them: `openSqlite`, or a function from the package of another backend. */
  readonly backend?: OpenBackend;
  /**
   * The SQLite file that keeps them. Default, where a tool has `task`: the memory of this process, for a day after
   * they have ended.
   */
  readonly database?: string;
}

/** What a handler is given, and what ends it. */
export interface EnvironmentTasks {
  readonly options: Pick<EnvironmentHandlerOptions, 'callTasks' | 'stateKey'>;
  readonly close: Closing;
}

/** Opens what keeps the calls of an environment. Throws `ServeError` where two places are given. */
export async function openEnvironmentTasks(
  environmentId: string,
  definition: () => EnvironmentDefinition,
  {
    backend,
    database,
    ...needs
  }: EnvironmentTasksOptions & Pick<EnvironmentHandlerOptions, 'onError'>,
): Promise<EnvironmentTasks> {
  const isKept = backend !== undefined || database !== undefined;
  if (!isKept && !hasTaskTools(definition())) return { options: {}, close: () => undefined };
  const open = isKept
    ? backendOf({ ...(backend && { backend }), ...(database !== undefined && { database }) })
    : openForADay;
  const agent = toolCallerName(environmentId);
  const { onError } = needs;
  const kept = await open({
    agents: [toolCaller(agent, definition)],
    ...(onError && { onError: (thrown: unknown) => onError(asError(thrown)) }),
  });
  const { runner } = kept;
  const callTasks = keptCalls({ runner, agent, ...(!isKept && { endedForMs: DAY_MS }) });
  const stateKey = await runner.getStateKey();
  return { options: { callTasks, stateKey }, close: (graceMs) => kept.close(graceMs) };
}

const DAY_MS = 24 * 3600 * 1000;

/** A server that runs for long must not keep each call for ever. */
function openForADay(needs: BackendNeeds): Backend {
  return openMemory({ ...needs, retention: { endedForMs: DAY_MS } });
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
