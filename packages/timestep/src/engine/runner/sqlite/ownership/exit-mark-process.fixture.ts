/** `exit-mark-process.fixture.ts <file> <how>`: ends this process during or after work for a task. */
import { setTimeout as pause } from 'node:timers/promises';
import { createExitMark } from './exit-mark.ts';

const [, , path = '', how = ''] = process.argv;
const mark = createExitMark(path);

async function endProcess(): Promise<void> {
  if (how === 'exit-after') return;
  await pause(1);
  if (how === 'exit') process.exit(3);
  if (how === 'throw') setTimeout(throwBoom, 1);
  if (how === 'reject') void Promise.reject(new Error('boom'));
  await pause(1000);
}

function throwBoom(): never {
  throw new Error('boom');
}

const working = mark.observe({ taskId: 't1', during: 'tool boom', isRetried: false }, endProcess);
if (how === 'exit-outside') process.exit(3);
await working;
process.exit(3);
