import type { MakeEnvironment } from '../trial.ts';

/**
 * Creates an environment to list its tool names, sorted. Returns none if that fails, because each trial then
 * reports the failure itself.
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
