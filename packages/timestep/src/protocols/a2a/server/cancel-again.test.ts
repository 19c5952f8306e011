import { expect, it } from 'vitest';
import { message, message03, serve, weather } from '../served.fixture.ts';

it('answers a second cancellation in 1.0, and refuses it in 0.3', async () => {
  const { rpc } = serve({ agentFn: weather, tools: { get_weather: () => 'sunny' } });
  const sent = await rpc('SendMessage', message('weather?'), '1.0');
  const { id } = (sent['result'] as { task: { id: string } }).task;
  const canceled = { result: { id, status: { state: 'TASK_STATE_CANCELED' } } };
  expect(await rpc('CancelTask', { id }, '1.0')).toMatchObject(canceled);
  expect(await rpc('CancelTask', { id }, '1.0')).toMatchObject(canceled);

  const older = await rpc('message/send', message03('weather?', 'm2'), '0.3');
  const { id: olderId } = older['result'] as { id: string };
  expect(await rpc('tasks/cancel', { id: olderId }, '0.3')).toMatchObject({
    result: { status: { state: 'canceled' } },
  });
  expect(await rpc('tasks/cancel', { id: olderId }, '0.3')).toMatchObject({
    error: { code: -32002, message: `task ${olderId} cannot be canceled: it is already canceled` },
  });
});
