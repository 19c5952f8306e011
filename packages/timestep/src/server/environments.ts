import { TimestepError } from '../core/index.ts';
import type { ToolEnvironment } from '../port/index.ts';

/** Where an agent's tools are: the URL of an MCP server, or an environment of this process. */
export type EnvironmentSource = string | ToolEnvironment | TaskEnvironments;

/** An environment that may change: a task keeps the one it began with. */
interface TaskEnvironments extends ToolEnvironment {
  forTask(taskId: string): Promise<ToolEnvironment> | ToolEnvironment;
}

/** No environment is known for a context. */
export class EnvironmentError extends TimestepError {}

/**
 * Finds the environment of a context. A single one serves every context; of several, the context
 * must name one.
 */
export function environmentFor(
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
