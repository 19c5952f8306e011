import type { DatabaseLocation } from '@timestep-ai/timestep/port';

export interface TemporalCommandOptions {
  readonly database: string;
  readonly address?: string;
  readonly namespace?: string;
  readonly taskQueue?: string;
  readonly apiKey?: string;
  readonly deployment?: { readonly name: string; readonly buildId: string };
}

export function readTemporalOptions({
  database,
  options,
  env,
}: DatabaseLocation): TemporalCommandOptions {
  const address = options['temporal-address'];
  const namespace = options['temporal-namespace'];
  const taskQueue = options['task-queue'];
  const buildId = options['build-id'];
  const apiKey = env['TEMPORAL_API_KEY'];
  return {
    database,
    ...(address !== undefined && { address }),
    ...(namespace !== undefined && { namespace }),
    ...(taskQueue !== undefined && { taskQueue }),
    ...(buildId !== undefined && { deployment: { name: taskQueue ?? 'timestep', buildId } }),
    ...(apiKey !== undefined && apiKey !== '' && { apiKey }),
  };
}
