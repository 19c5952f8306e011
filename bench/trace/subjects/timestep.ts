import { enableTracing } from '@timestep-ai/timestep';
import { createLanguageModelAgent } from '@timestep-ai/timestep/model';
import { mockModel } from '../../episode/mock-model.ts';
import { tools } from '../../episode/subjects/timestep.ts';
import type { PrepareTraced } from '../subject.ts';
import { askOne, weatherBackend } from '../weather-tasks.ts';

/** Spans are worked out from the logs of the tasks, behind their backs. */
export const prepare: PrepareTraced = async (sink) => {
  const agent = createLanguageModelAgent(mockModel(), { stream: false });
  const backend = weatherBackend(agent, tools);
  const isOn = await enableTracing({ backend }, { otlpEndpoint: sink, env: {} });
  if (!isOn) throw new Error('tracing is off');
  return { runOne: () => askOne(backend), end: () => backend.close(5000) };
};
