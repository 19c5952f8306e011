import { enableTracing } from '@timestep-ai/timestep';
import { createLanguageModelAgent } from '@timestep-ai/timestep/model';
import { createMockModel } from '../../episode/mock-model.ts';
import { tools } from '../../episode/subjects/timestep.ts';
import type { PrepareTraced } from '../subject.ts';
import { runOneTask, createWeatherBackend } from '../weather-tasks.ts';

/** Spans are computed from the logs of the tasks in the background. */
export const prepare: PrepareTraced = async (sink) => {
  const agent = createLanguageModelAgent(createMockModel(), { stream: false });
  const backend = createWeatherBackend(agent, tools);
  const isOn = await enableTracing({ backend }, { otlpEndpoint: sink, env: {} });
  if (!isOn) throw new Error('tracing is off');
  return { runOne: () => runOneTask(backend), end: () => backend.close(5000) };
};
