import { TimestepError } from '../../core/index.ts';
import type { ToolEnvironment } from '../../engine/port/index.ts';

/** The URL of an MCP server, or an environment of this process. */
export type EnvironmentSource = string | ToolEnvironment | TaskEnvironments;

/** Each task keeps the version of the environment that it started with. */
interface TaskEnvironments extends ToolEnvironment {
  forTask(taskId: string): Promise<ToolEnvironment> | ToolEnvironment;
}

/** There is no environment for a context. */
export class EnvironmentError extends TimestepError {}

/**
 * A single environment serves every context. Throws `EnvironmentError` if none of several has the
 * context's id.
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
