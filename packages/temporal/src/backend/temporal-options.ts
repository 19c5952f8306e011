import { omitUndefined } from '@timestep-ai/timestep/core';
import type { DatabaseLocation } from '@timestep-ai/timestep/port';
import type { OpenTemporalOptions } from '../open-temporal.ts';

/** Options of a Temporal backend that can be set on the command line. */
export type TemporalCommandOptions = Omit<OpenTemporalOptions, 'agents'>;

export function readTemporalOptions({
  database,
  options,
  env,
}: DatabaseLocation): TemporalCommandOptions {
  const { 'task-queue': taskQueue, 'build-id': buildId, 'exit-folder': exitFolder } = options;
  const server = {
    address: options['temporal-address'],
    namespace: options['temporal-namespace'],
    taskQueue,
    apiKey: env['TEMPORAL_API_KEY'] || undefined,
  };
  return {
    database,
    ...omitUndefined({ ...server, exitFolder }),
    ...(buildId !== undefined && { deployment: { name: taskQueue ?? 'timestep', buildId } }),
  };
}
