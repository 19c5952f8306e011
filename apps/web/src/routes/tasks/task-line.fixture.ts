import type { TaskLine } from '@timestep-ai/timestep/view';

export function line(id: string, updatedAt: number, children: readonly string[] = []): TaskLine {
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
