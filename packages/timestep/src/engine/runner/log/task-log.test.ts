import { expect, it } from 'vitest';
import { CORE_VERSION, DEFAULT_LIMITS } from '../../../core/index.ts';
import { systemClock } from '../clock.ts';
import { MemoryTaskLog } from './task-log.ts';

function begun(): MemoryTaskLog {
  const first = {
    type: 'task.submitted',
    taskId: 't',
    contextId: 'c',
    agent: 'a',
    principal: '',
    coreVersion: CORE_VERSION,
    toolSite: 'server',
    limits: DEFAULT_LIMITS,
    seed: 0,
    loadPrompt: false,
    history: [{ role: 'user', content: 'hi' }],
    clientTools: [],
  } as const;
  return new MemoryTaskLog(first, systemClock);
}

it('keeps what is shown of a running task, and nothing that is shown after its end', () => {
  const log = begun();
  log.show(1, 1, { type: 'text', text: 'a' });
  expect(log.hasShown).toBe(true);
  log.append({ type: 'task.finished', state: 'completed', reason: 'final_answer' });
  log.dropDeltas();
  log.show(1, 1, { type: 'text', text: 'b' });
  expect(log.hasShown).toBe(false);
});
