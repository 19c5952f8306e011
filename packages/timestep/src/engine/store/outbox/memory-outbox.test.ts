import { describe, expect, it } from 'vitest';
import type { Task } from '#core';
import { outboxSuite } from '#testing';
import { createMemoryOutbox } from './memory-outbox.ts';

describe('the outbox in memory', () => {
  it.each(outboxSuite)('$name', async ({ run }) => {
    const generations = new Map<string, number>();
    const outbox = createMemoryOutbox({
      async get(taskId) {
        const generation = generations.get(taskId);
        const task = { id: taskId, generation, updatedAt: 1 };
        return generation === undefined ? undefined : (task as Task);
      },
    });
    const site = {
      outbox,
      setGeneration: (taskId: string, generation: number) =>
        void generations.set(taskId, generation),
    };
    await expect(run(site)).resolves.toBeUndefined();
  });
});
