import { OpenTelemetry } from '@ai-sdk/otel';
import { registerTelemetry } from 'ai';
import { prepare as prepareEpisode } from '../../episode/subjects/ai-sdk.ts';
import { setUpOpenTelemetry } from '../open-telemetry.ts';
import type { PrepareTraced } from '../subject.ts';

export const prepare: PrepareTraced = (sink) => {
  const provider = setUpOpenTelemetry(sink);
  registerTelemetry(new OpenTelemetry());
  return { runOne: prepareEpisode(), end: () => provider.shutdown() };
};
