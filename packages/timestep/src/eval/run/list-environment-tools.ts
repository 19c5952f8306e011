import type { MakeEnvironment } from '../trial.ts';

/**
 * Returns the sorted names of the tools of an environment, which is created once for this. None if that
 * fails, which the trials report.
 */
export async function listEnvironmentTools(
  create: MakeEnvironment,
  signal: AbortSignal,
): Promise<readonly string[]> {
  try {
    const environment = await create({ id: '', messages: [] }, 0);
    try {
      const tools = await environment.tools.listTools(signal);
      return tools.map((tool) => tool.function.name).toSorted();
    } finally {
      await environment.close?.();
    }
  } catch {
    return [];
  }
}
