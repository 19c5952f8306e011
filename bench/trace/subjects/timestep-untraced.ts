import { createLanguageModelAgent } from '@timestep-ai/timestep/model';
import { mockModel } from '../../episode/mock-model.ts';
import { tools } from '../../episode/subjects/timestep.ts';
import type { PrepareTraced } from '../subject.ts';
import { askOne, weatherBackend } from '../weather-tasks.ts';

export const prepare: PrepareTraced = () => {
  const agent = createLanguageModelAgent(mockModel(), { stream: false });
  const backend = weatherBackend(agent, tools);
  return { runOne: () => askOne(backend), end: () => backend.close(5000) };
};
