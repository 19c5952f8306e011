import type { TaskSummary } from '@timestep-ai/timestep/view';

export function createTaskSummary(
  id: string,
  updatedAt: number,
  children: readonly string[] = [],
): TaskSummary {
  return {
    id,
    agent: 'guide',
    contextId: 'c',
    principal: '',
    state: 'completed',
    createdAt: 0,
    updatedAt,
    generation: updatedAt,
    title: id,
    steps: 1,
    usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
    costUsd: 0,
    children,
  };
}
