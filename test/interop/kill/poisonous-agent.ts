import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Agent } from '@timestep-ai/timestep';
import { getText } from '@timestep-ai/timestep/core';

/** How an agent ends its process. */
export type PoisonKind = 'exit' | 'throw' | 'abort' | 'overflow' | 'heap' | 'kernel' | 'loop';

/** Time in which other tasks begin before the process ends. */
const BEFORE_MS = 300;

export interface Poison {
  readonly kind: PoisonKind;
  /** If this file exists, the agent ends no process. */
  readonly harmless: string;
  /** A fake of the file in which the kernel counts processes that it killed for want of memory. */
  readonly memoryEvents: string;
}

/** Creates an agent that ends its process when somebody says `poison`, and else answers `done`. */
export function createPoisonousAgent({ kind, harmless, memoryEvents }: Poison): Agent {
  return new Agent({
    agentId: 'poisonous-assistant',
    name: 'Poisonous Assistant',
    description: 'Ends its process.',
    async model(messages) {
      const isPoison = messages.some((one) => one.role === 'user' && getText(one) === 'poison');
      await pause(BEFORE_MS);
      if (isPoison && !existsSync(harmless)) await endProcess(kind, memoryEvents);
      return { role: 'assistant', content: 'done' };
    },
  });
}

async function endProcess(kind: PoisonKind, memoryEvents: string): Promise<never> {
  switch (kind) {
    case 'exit':
      return process.exit(3);
    case 'throw':
      setTimeout(throwError, 1);
      return new Promise<never>(() => undefined);
    case 'abort':
      return process.abort();
    case 'overflow':
      // With --stack-size, the engine notices the end of the stack too late.
      return overflowStack(0) as never;
    case 'heap':
      return fillHeap();
    case 'kernel':
      writeFileSync(memoryEvents, countOneMore(readFileSync(memoryEvents, 'utf8')));
      process.kill(process.pid, 'SIGKILL');
      return new Promise<never>(() => undefined);
    case 'loop':
      for (;;);
  }
}

function throwError(): never {
  throw new Error('a failure outside of any promise');
}

function overflowStack(depth: number): number {
  return overflowStack(depth + 1) + 1;
}

function fillHeap(): never {
  const kept: unknown[] = [];
  for (;;) kept.push(Array.from({ length: 10_000 }, (_, index) => ({ index })));
}

function countOneMore(events: string): string {
  return events.replace(/\d+/, (count) => String(Number(count) + 1));
}
