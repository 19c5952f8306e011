import { createLanguageModelAgent } from '@timestep-ai/timestep/model';
import { createMockModel } from '../../episode/mock-model.ts';
import { tools } from '../../episode/subjects/timestep.ts';
import type { PrepareTraced } from '../subject.ts';
import { runOneTask, createWeatherBackend } from '../weather-tasks.ts';

export const prepare: PrepareTraced = () => {
  const agent = createLanguageModelAgent(createMockModel(), { stream: false });
  const backend = createWeatherBackend(agent, tools);
  return { runOne: () => runOneTask(backend), end: () => backend.close(5000) };
};
