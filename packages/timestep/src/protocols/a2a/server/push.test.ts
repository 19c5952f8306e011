import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '#core';
import type { Runner } from '#engine/port';
import { systemClock } from '#engine/runner';
import { createMemoryOutbox } from '#engine/store';
import { createPushService, type PushService } from '../push/push-service.ts';
import { message, message03, ORIGIN, serve, weather, type Served } from '../served.fixture.ts';

const URL_A = 'https://hooks.example/a';
const AUTHENTICATION = { scheme: 'Bearer', credentials: 'secret' };

const open: PushService[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close(0);
});

/** An agent that waits for its client, and what its receivers were told. */
function pushing(principalOf?: () => string): Served & { readonly told: string[] } {
  const told: string[] = [];
  const pushOn = (runner: Runner): PushService => {
    const push = createPushService({
      outbox: createMemoryOutbox(runner),
      runner,
      clock: systemClock,
      safePost: {
        findUrlProblem: (url) => (url.startsWith('https://') ? undefined : 'it must be https'),
        post: async (url, _headers, body) => {
          told.push(`${url} ${body}`);
          return 200;
        },
        close: async () => undefined,
      },
    });
    open.push(push);
    return push;
  };
  return { ...serve({ agentFn: weather, pushOn, ...(principalOf && { principalOf }) }), told };
}

async function taskIdOf(served: Served): Promise<string> {
  const { result } = await served.rpc('SendMessage', message('weather?'), '1.0');
  return ((result as JsonObject)['task'] as JsonObject)['id'] as string;
}

describe('push configs over JSON-RPC 1.0', () => {
  it('are set, shown without credentials, listed and removed', async () => {
    const served = pushing();
    const taskId = await taskIdOf(served);
    const config = { taskId, id: 'a', url: URL_A, token: 't', authentication: AUTHENTICATION };
    const shown = { ...config, authentication: { scheme: 'Bearer' } };
    const ask = (method: string, params: JsonObject): Promise<JsonObject> =>
      served.rpc(`${method}TaskPushNotificationConfig`, params, '1.0');
    expect(await ask('Create', config)).toMatchObject({ result: shown });
    expect((await ask('Get', { taskId, id: 'a' }))['result']).toEqual(shown);
    const list = await served.rpc('ListTaskPushNotificationConfigs', { taskId }, '1.0');
    expect(list['result']).toEqual({ configs: [shown], nextPageToken: '' });
    expect(await ask('Delete', { taskId, id: 'a' })).toMatchObject({ result: {} });
    expect(await ask('Get', { taskId, id: 'a' })).toMatchObject({ error: { code: -32001 } });
  });

  it.each<[string, JsonObject, number]>([
    ['an unsafe address', { url: 'http://10.0.0.1/' }, -32602],
    ['no address', {}, -32602],
    ['a task of nobody', { taskId: 'other', url: URL_A }, -32001],
  ])('are refused with %s', async (_, change, code) => {
    const served = pushing();
    const params = { taskId: await taskIdOf(served), ...change };
    const answer = await served.rpc('CreateTaskPushNotificationConfig', params, '1.0');
    expect(answer['error']).toMatchObject({ code });
  });

  it('are capped per task, by their own operation and with messages', async () => {
    const served = pushing();
    const taskId = await taskIdOf(served);
    const set = (id: string, url = URL_A): Promise<JsonObject> =>
      served.rpc('CreateTaskPushNotificationConfig', { taskId, id, url }, '1.0');
    for (let id = 0; id < 10; id += 1) expect(await set(`${id}`)).toHaveProperty('result');
    const refused = { code: -32602, message: expect.stringMatching(/10 .* delete one first/) };
    expect((await set('10'))['error']).toMatchObject(refused);
    expect(await set('9', 'https://hooks.example/b')).toHaveProperty('result');
    const more = message('and?', 'm2', { taskId });
    const configuration = { taskPushNotificationConfig: { id: '10', url: URL_A } };
    const generation = (await served.runner.get(taskId))?.generation;
    const answer = await served.rpc('SendMessage', { ...more, configuration }, '1.0');
    expect(answer['error']).toMatchObject(refused);
    expect((await served.runner.get(taskId))?.generation).toBe(generation);
    await served.rpc('DeleteTaskPushNotificationConfig', { taskId, id: '0' }, '1.0');
    expect(await set('10')).toHaveProperty('result');
  });

  it('are shown only to the owner of the task', async () => {
    let principal = 'alice';
    const served = pushing(() => principal);
    const taskId = await taskIdOf(served);
    const config = { taskId, id: 'a', url: URL_A };
    const ask = (method: string): Promise<JsonObject> => served.rpc(method, config, '1.0');
    await ask('CreateTaskPushNotificationConfig');
    principal = 'bob';
    for (const verb of ['Create', 'Get', 'Delete']) {
      const refused = await ask(`${verb}TaskPushNotificationConfig`);
      expect(refused['error']).toMatchObject({ code: -32001 });
    }
    const refused = await ask('ListTaskPushNotificationConfigs');
    expect(refused['error']).toMatchObject({ code: -32001 });
    principal = 'alice';
    expect(await ask('GetTaskPushNotificationConfig')).toMatchObject({ result: config });
  });

  it('come with a message as well, and receive what follows', async () => {
    const served = pushing();
    const configuration = { taskPushNotificationConfig: { url: URL_A } };
    await served.rpc('SendMessage', { ...message('weather?'), configuration }, '1.0');
    await expect.poll(() => served.told.at(-1)).toContain('TASK_STATE_INPUT_REQUIRED');
  });

  it('with an unsafe address keep the message from being taken', async () => {
    const served = pushing();
    const configuration = { taskPushNotificationConfig: { url: 'http://10.0.0.1/' } };
    const answer = await served.rpc('SendMessage', { ...message('hi'), configuration }, '1.0');
    expect(answer['error']).toMatchObject({ code: -32602 });
    expect(await served.runner.list({ principal: '', pageSize: 1 })).toMatchObject({ total: 0 });
  });
});

describe('push configs over JSON-RPC 0.3', () => {
  it('are nested, and tell the task', async () => {
    const served = pushing();
    const { result } = await served.rpc('message/send', message03('weather?'));
    const taskId = (result as JsonObject)['id'] as string;
    const pushNotificationConfig = { url: URL_A, authentication: { schemes: ['Bearer'] } };
    const shown = { taskId, pushNotificationConfig: { id: 'default', ...pushNotificationConfig } };
    const ask = (verb: string, params: JsonValue): Promise<JsonObject> =>
      served.rpc(`tasks/pushNotificationConfig/${verb}`, params);
    expect((await ask('set', { taskId, pushNotificationConfig }))['result']).toEqual(shown);
    expect((await ask('get', { id: taskId }))['result']).toEqual(shown);
    expect((await ask('list', { id: taskId }))['result']).toEqual([shown]);
    const more = { taskId, parts: [{ kind: 'text', text: 'no' }] };
    await served.rpc('message/send', message03('no', 'm2', more));
    await expect.poll(() => served.told.length).toBeGreaterThan(0);
    expect(served.told[0]).toContain('"kind":"task"');
    const named = { id: taskId, pushNotificationConfigId: 'default' };
    expect(await ask('delete', named)).toMatchObject({ result: null });
    expect((await ask('list', { id: taskId }))['result']).toEqual([]);
  });
});

describe('push configs over REST', () => {
  it.each([
    ['1.0', '', { 'a2a-version': '1.0' }],
    ['0.3', '/v1', {}],
  ])('are resources of their task in %s', async (_, prefix, headers) => {
    const served = pushing();
    const taskId = await taskIdOf(served);
    const path = `${ORIGIN}${prefix}/tasks/${taskId}/pushNotificationConfigs`;
    const body = JSON.stringify({ id: 'a', url: URL_A });
    const json = { ...headers, 'content-type': 'application/json' };
    const set = await served.fetch(path, { method: 'POST', headers: json, body });
    expect(set.status).toBe(200);
    expect(await set.text()).toContain(URL_A);
    expect(await (await served.fetch(path, { headers })).text()).toContain(URL_A);
    expect(await (await served.fetch(`${path}/a`, { headers })).text()).toContain(URL_A);
    expect((await served.fetch(`${path}/a`, { method: 'DELETE', headers })).status).toBe(200);
    expect((await served.fetch(`${path}/a`, { headers })).status).toBe(404);
    expect((await served.fetch(path, { method: 'PUT', headers })).status).toBe(405);
  });
});

it('shows configs to 0.3 over REST as resources with a name, as its SDK reads them', async () => {
  const served = pushing();
  const taskId = await taskIdOf(served);
  const path = `${ORIGIN}/v1/tasks/${taskId}/pushNotificationConfigs`;
  const pushNotificationConfig = { id: 'a', url: URL_A, token: 't' };
  const name = `tasks/${taskId}/pushNotificationConfigs/a`;
  const shown = { name, pushNotificationConfig };
  const headers = { 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(shown) };
  expect(await (await served.fetch(path, init)).json()).toEqual(shown);
  expect(await (await served.fetch(`${path}/a`)).json()).toEqual(shown);
  const list = { configs: [shown], nextPageToken: '' };
  expect(await (await served.fetch(path)).json()).toEqual(list);
  expect(await (await served.fetch(`${path}/a`, { method: 'DELETE' })).json()).toEqual({});
});

it('promises push notifications on cards where there are some, and only there', async () => {
  const path = `${ORIGIN}/.well-known/agent-card.json`;
  for (const version of ['1.0', '0.3']) {
    const init = { headers: { 'a2a-version': version } };
    expect(await (await pushing().fetch(path, init)).text()).toContain('"pushNotifications":true');
    expect(await (await serve().fetch(path, init)).text()).toContain('"pushNotifications":false');
  }
});

it('says that there are none where there are none', async () => {
  const served = serve({ agentFn: weather });
  const params = { taskId: await taskIdOf(served), url: URL_A };
  const answer = await served.rpc('CreateTaskPushNotificationConfig', params, '1.0');
  expect(answer['error']).toMatchObject({ code: -32003 });
});
