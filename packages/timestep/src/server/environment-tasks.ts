import {
  keptCalls,
  toolCaller,
  type EnvironmentDefinition,
  type EnvironmentHandlerOptions,
} from '../mcp/index.ts';
import type { OpenBackend } from '../port/index.ts';
import { openMemory } from '../runner/index.ts';
import type { Closing } from './closing.ts';
import { backendOf } from './open-backend.ts';
import { hasTaskTools, toolCallerName } from './tool-callers.ts';

/** Where an environment that is served alone keeps the calls that are tasks. */
export interface EnvironmentTasksOptions {
  /** Opens the backend that keeps them: `openSqlite`, or a function from the package of another backend. */
  readonly backend?: OpenBackend;
  /** The SQLite file that keeps them. Default: the memory of this process, where a tool has `task`. */
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
    : openMemory;
  const agent = toolCallerName(environmentId);
  const { onError } = needs;
  const kept = await open({
    agents: [toolCaller(agent, definition)],
    ...(onError && { onError: (thrown: unknown) => onError(asError(thrown)) }),
  });
  const { runner } = kept;
  const callTasks = keptCalls({ runner, agent });
  const stateKey = await runner.stateKey();
  return { options: { callTasks, stateKey }, close: (graceMs) => kept.close(graceMs) };
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
