import { TimestepError } from '../../core/index.ts';
import type { ToolEnvironment } from '../../engine/port/index.ts';

/** The tools of an agent: the URL of an MCP server, or an environment of this process. */
export type EnvironmentSource = string | ToolEnvironment | TaskEnvironments;

/** An environment that may change. Each task keeps the version that it started with. */
interface TaskEnvironments extends ToolEnvironment {
  forTask(taskId: string): Promise<ToolEnvironment> | ToolEnvironment;
}

/** Thrown if there is no environment for a context. */
export class EnvironmentError extends TimestepError {}

/**
 * Returns the environment of a context. If there is only one environment, it serves every context.
 * Throws `EnvironmentError` if there are several and none has the context's id.
 */
export function getEnvironment(
  contextId: string,
  sources: Readonly<Record<string, EnvironmentSource>>,
): EnvironmentSource {
  const named = Object.hasOwn(sources, contextId) ? sources[contextId] : undefined;
  if (named !== undefined) return named;
  const known = Object.keys(sources);
  const only = known.length === 1 ? sources[known[0] ?? ''] : undefined;
  if (only !== undefined) return only;
  throw new EnvironmentError(
    'unknown-context',
    `there is no environment for context ${contextId}; known contexts: ${known.join(', ') || 'none'}`,
  );
}
