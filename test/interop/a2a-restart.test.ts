import { once } from 'node:events';
import {
  GetTaskRequest,
  SendMessageRequest,
  StreamResponse,
  SubscribeToTaskRequest,
  Task,
} from '@a2a-js/sdk';
import {
  ClientFactory,
  ClientFactoryOptions,
  JsonRpcTransportFactory,
  RestTransportFactory,
} from '@a2a-js/sdk/client';
import { expect, it } from 'vitest';
import { newPath, started } from './durable-life.ts';

const transports = [new JsonRpcTransportFactory(), new RestTransportFactory()];

it.each(['JSONRPC', 'HTTP+JSON'])(
  'answers once what was asked before a SIGKILL, and the client sees it (%s)',
  async (transport) => {
    const path = newPath();
    const first = await started(path, '0');
    const options = { transports, preferredTransports: [transport] };
    const client = await new ClientFactory(
      ClientFactoryOptions.createFrom(ClientFactoryOptions.default, options),
    ).createFromUrl(`${first.url}/`);
    const stream = client.sendMessageStream(asking('m1', 'still there?'))[Symbol.asyncIterator]();
    const { task } = jsonOf((await stream.next()).value as StreamResponse);
    const id = task?.id ?? '';
    expect(await first.saying('model')).toBe('model attempt 1');
    first.program.kill('SIGKILL');
    await once(first.program, 'exit');
    await expect(toEnd(stream)).rejects.toThrow(/\w/);

    const later = await started(path, new URL(first.url).port);
    const states: string[] = [];
    const watching = client.resubscribeTask(SubscribeToTaskRequest.fromJSON({ id }));
    for await (const event of watching) {
      if (states.length === 0) later.program.stdin?.write('answer\n');
      states.push(...stateIn(jsonOf(event)));
    }
    expect(states).toEqual(['TASK_STATE_WORKING', 'TASK_STATE_COMPLETED']);
    expect(await later.saying('model')).toBe('model attempt 2');

    const again = await client.sendMessage(asking('m1', 'still there?'));
    expect(Task.toJSON(again as Task)).toMatchObject({
      id,
      status: { state: 'TASK_STATE_COMPLETED' },
      artifacts: [{ artifactId: 'answer-1', parts: [{ text: 'You asked: still there?' }] }],
      history: [{ messageId: 'm1' }, { parts: [{ text: 'You asked: still there?' }] }],
    });
    const other = client.sendMessage(asking('m1', 'something else'));
    await expect(other).rejects.toThrow(/message m1 was already sent with a different body/);
    expect(await client.getTask(GetTaskRequest.fromJSON({ id }))).toEqual(again);
    const shown = await replayed(first.url, id);
    expect(shown.filter((state) => state === 'TASK_STATE_COMPLETED')).toHaveLength(2);
  },
);

function asking(messageId: string, text: string): SendMessageRequest {
  return SendMessageRequest.fromJSON({
    message: { messageId, role: 'ROLE_USER', parts: [{ text }] },
    configuration: {},
  });
}

interface Told {
  readonly task?: { readonly id: string; readonly status: { readonly state: string } };
  readonly statusUpdate?: { readonly status: { readonly state: string } };
}

function jsonOf(event: StreamResponse): Told {
  return StreamResponse.toJSON(event) as Told;
}

async function toEnd(stream: AsyncIterator<StreamResponse>): Promise<void> {
  while (!(await stream.next()).done);
}

/** The states that are told to a reader who has seen nothing but the message accepted. */
async function replayed(url: string, id: string): Promise<string[]> {
  const headers = { 'a2a-version': '1.0', 'last-event-id': '2' };
  const response = await fetch(`${url}/tasks/${id}:subscribe`, { method: 'POST', headers });
  const events = (await response.text()).split('\n').filter((line) => line.startsWith('data: '));
  return events.flatMap((line) => stateIn(JSON.parse(line.slice('data: '.length)) as Told));
}

function stateIn({ task, statusUpdate }: Told): string[] {
  const { status } = task ?? statusUpdate ?? {};
  return status ? [status.state] : [];
}
