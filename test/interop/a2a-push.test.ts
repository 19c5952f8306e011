import { once } from 'node:events';
import {
  DeleteTaskPushNotificationConfigRequest,
  ListTaskPushNotificationConfigsRequest,
  SendMessageRequest,
  type Task,
  TaskPushNotificationConfig,
} from '@a2a-js/sdk';
import { ClientFactory } from '@a2a-js/sdk/client';
import {
  ClientFactory as ClientFactory03,
  ClientFactoryOptions as ClientFactoryOptions03,
  JsonRpcTransportFactory as JsonRpcTransportFactory03,
  RestTransportFactory as RestTransportFactory03,
} from 'a2a-sdk-0.3/client';
import { listen } from '@timestep-ai/timestep/http';
import { expect, it, onTestFinished } from 'vitest';
import { newPath, started } from './durable-life.ts';

interface Received {
  readonly path: string;
  readonly id: string;
  readonly token: string | null;
  readonly authorization: string | null;
  readonly body: string;
}

/** A receiver of push notifications that may be down. */
async function receiver(): Promise<{
  readonly url: string;
  readonly received: Received[];
  readonly refused: () => number;
  readonly setDown: (isDown: boolean) => void;
}> {
  const received: Received[] = [];
  let isDown = false;
  let refused = 0;
  const listening = await listen(
    async (request) => {
      const body = await request.text();
      const { headers } = request;
      if (isDown) {
        refused += 1;
        return new Response(null, { status: 503 });
      }
      received.push({
        path: new URL(request.url).pathname,
        id: headers.get('x-a2a-notification-id') ?? '',
        token: headers.get('x-a2a-notification-token'),
        authorization: headers.get('authorization'),
        body,
      });
      return new Response();
    },
    { port: 0 },
  );
  onTestFinished(() => listening.close(0));
  const setDown = (down: boolean): void => {
    isDown = down;
  };
  return { url: listening.url, received, refused: () => refused, setDown };
}

function asking(url: string): SendMessageRequest {
  return SendMessageRequest.fromJSON({
    message: { messageId: 'm1', role: 'ROLE_USER', parts: [{ text: 'still there?' }] },
    configuration: { returnImmediately: true, taskPushNotificationConfig: configFor(url) },
  });
}

function configFor(url: string): object {
  const authentication = { scheme: 'Bearer', credentials: 'secret' };
  return { id: 'hook', url: `${url}/hook`, token: 'known', authentication };
}

it('tells a receiver everything, though it was down and the agent was killed meanwhile', async () => {
  const path = newPath();
  const hook = await receiver();
  const first = await started(path, '0');
  const client = await new ClientFactory().createFromUrl(`${first.url}/`);
  const { id: taskId } = (await client.sendMessage(asking(hook.url))) as Task;
  await first.saying('model');
  await expect.poll(() => hook.received.length).toBe(1);
  expect(hook.received[0]).toMatchObject({ token: 'known', authorization: 'Bearer secret' });
  expect(JSON.parse(hook.received[0]?.body ?? '')).toMatchObject({
    statusUpdate: { taskId, status: { state: 'TASK_STATE_WORKING' } },
  });

  // The answer is made, its receiver is down, and the agent dies before it can tell.
  hook.setDown(true);
  first.program.stdin?.write('answer\n');
  await expect.poll(hook.refused, { timeout: 60_000 }).toBeGreaterThan(0);
  first.program.kill('SIGKILL');
  await once(first.program, 'exit');
  hook.setDown(false);
  const later = await started(path, new URL(first.url).port);

  const states = (): string[] =>
    hook.received.flatMap(({ body }) => /TASK_STATE_\w+/.exec(body)?.[0] ?? []);
  await expect.poll(states, { timeout: 120_000 }).toContain('TASK_STATE_COMPLETED');
  // A notification may come twice, but then it says so.
  const told = new Map(hook.received.map(({ id, body }) => [id, body]));
  expect([...told.values()].map((body) => Object.keys(JSON.parse(body) as object)[0])).toEqual([
    'statusUpdate',
    'artifactUpdate',
    'statusUpdate',
  ]);
  expect([...told.values()].join('\n')).toContain('You asked: still there?');
  later.program.kill('SIGKILL');
});

it('keeps configs as the official client sets, lists and deletes them', async () => {
  const { url } = await receiver();
  const life = await started(newPath(), '0');
  const client = await new ClientFactory().createFromUrl(`${life.url}/`);
  const { id: taskId } = (await client.sendMessage(asking(url))) as Task;
  const config = TaskPushNotificationConfig.fromJSON({ taskId, ...configFor(url), id: 'second' });
  const set = await client.createTaskPushNotificationConfig(config);
  expect(set).toMatchObject({ id: 'second', taskId, url: `${url}/hook`, token: 'known' });
  const listed = async (): Promise<string[]> => {
    const request = ListTaskPushNotificationConfigsRequest.fromJSON({ taskId });
    const { configs } = await client.listTaskPushNotificationConfig(request);
    return configs.map(({ id }) => id);
  };
  expect(await listed()).toEqual(['hook', 'second']);
  const request = DeleteTaskPushNotificationConfigRequest.fromJSON({ taskId, id: 'second' });
  await client.deleteTaskPushNotificationConfig(request);
  expect(await listed()).toEqual(['hook']);
  const unsafe = TaskPushNotificationConfig.fromJSON({ taskId, id: 'x', url: 'https://10.0.0.1/' });
  await expect(client.createTaskPushNotificationConfig(unsafe)).rejects.toThrow(/public internet/);
});

it.each(['JSONRPC', 'HTTP+JSON'])(
  'keeps and tells what the 0.3 client sets over %s',
  async (by) => {
    const hook = await receiver();
    const life = await started(newPath(), '0');
    const transports = [new JsonRpcTransportFactory03(), new RestTransportFactory03()];
    const preferred = { transports, preferredTransports: [by] };
    const options = ClientFactoryOptions03.createFrom(ClientFactoryOptions03.default, preferred);
    const client = await new ClientFactory03(options).createFromUrl(`${life.url}/`);
    const asked = client.sendMessageStream({
      message: {
        kind: 'message',
        messageId: 'm1',
        role: 'user',
        parts: [{ kind: 'text', text: 'still there?' }],
      },
      configuration: {
        pushNotificationConfig: { id: 'hook', url: `${hook.url}/hook`, token: 'known' },
      },
    });
    const { value: task } = await asked.next();
    await asked.return();
    if (task?.kind !== 'task') throw new Error('the first event is no task');
    const second = {
      taskId: task.id,
      pushNotificationConfig: { id: 'second', url: `${hook.url}/second` },
    };
    expect(await client.setTaskPushNotificationConfig(second)).toMatchObject(second);
    const named = { id: task.id, pushNotificationConfigId: 'second' };
    expect(await client.getTaskPushNotificationConfig(named)).toMatchObject(second);
    await client.deleteTaskPushNotificationConfig(named);
    const listed = await client.listTaskPushNotificationConfig({ id: task.id });
    expect(listed.map(({ pushNotificationConfig: { id } }) => id)).toEqual(['hook']);

    await life.saying('model');
    life.program.stdin?.write('answer\n');
    const told = (): string[] =>
      hook.received
        .filter(({ path }) => path === '/hook')
        .map(({ body }) => JSON.parse(body) as { kind: string; status: { state: string } })
        .map(({ kind, status }) => `${kind} ${status.state}`);
    const everything = ['task working', 'task working', 'task completed'];
    await expect.poll(told, { timeout: 60_000 }).toEqual(everything);
    const known = hook.received.filter(({ token }) => token === 'known');
    expect(known).toHaveLength(everything.length);
    life.program.kill('SIGKILL');
  },
);
