import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { frontEnd, say } from './agui-front-end.ts';
import { newPath, started } from './durable-life.ts';

const PROGRAM = fileURLToPath(new URL('agui-durable-agent.ts', import.meta.url));

it('gives a run once, whole, to a client that asks for it again after a SIGKILL', async () => {
  const path = newPath();
  const first = await started(path, '0', PROGRAM);
  const { agent, events, watch } = frontEnd(`${first.url}/agui`);
  say(agent, 'What time is it?');
  const broken = agent.runAgent({ runId: 'one' }, watch).catch((thrown: unknown) => thrown);
  expect(await first.saying('model')).toBe('model attempt 1');
  await expect.poll(() => agent.messages.at(-1)?.content).toBe('It is ');
  first.program.kill('SIGKILL');
  await once(first.program, 'exit');
  expect(await broken).toBeInstanceOf(Error);
  expect(events.map(({ type }) => type)).not.toContain('RUN_FINISHED');

  events.splice(0);
  const later = await started(path, new URL(first.url).port, PROGRAM);
  const whole = agent.runAgent({ runId: 'one' }, watch);
  expect(await later.saying('model')).toBe('model attempt 2');
  later.program.stdin?.write('answer\n');
  await whole;
  expect(agent.messages).toMatchObject([
    { role: 'user', content: 'What time is it?' },
    { role: 'assistant', toolCalls: [{ id: 'call_1' }] },
    { role: 'tool', toolCallId: 'call_1', content: '12:00' },
    { role: 'assistant', content: 'It is noon.' },
  ]);
  const types: string[] = events.map(({ type }) => type);
  expect(types.filter((type) => type !== 'TEXT_MESSAGE_CONTENT')).toEqual([
    'RUN_STARTED',
    'MESSAGES_SNAPSHOT',
    'STEP_STARTED',
    'TOOL_CALL_START',
    'TOOL_CALL_ARGS',
    'TOOL_CALL_END',
    'STEP_FINISHED',
    'TOOL_CALL_RESULT',
    'STEP_STARTED',
    'STEP_FINISHED',
    'STEP_STARTED',
    'TEXT_MESSAGE_START',
    'TEXT_MESSAGE_END',
    'STEP_FINISHED',
    'RUN_FINISHED',
  ]);
});
