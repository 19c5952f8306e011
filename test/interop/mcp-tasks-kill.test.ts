import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { isJsonObject, type JsonObject } from '@timestep-ai/timestep/core';
import { describe, expect, it } from 'vitest';
import { newPath, started, type Life } from './durable-life.ts';
import { taskClient, type TaskClient } from './task-client.ts';

const PROGRAM = fileURLToPath(new URL('mcp-task-environment.ts', import.meta.url));
const WAYS = [
  ['with an agent', []],
  ['alone', ['alone']],
] as const;

/** The life after a SIGKILL, at the same port. */
async function killed({ program, url }: Life, path: string, how: readonly string[]): Promise<Life> {
  program.kill('SIGKILL');
  await once(program, 'exit');
  return started(path, new URL(url).port, PROGRAM, ...how);
}

async function taskOf(client: TaskClient, name: string): Promise<string> {
  const _meta = { 'dev.timestep/key': `key of ${name}` };
  const { result } = await client.request('tools/call', { name, arguments: {}, _meta });
  const taskId = isJsonObject(result) && result['taskId'];
  if (typeof taskId !== 'string') throw new Error(`no task: ${JSON.stringify(result)}`);
  return taskId;
}

async function settled(client: TaskClient, taskId: string): Promise<JsonObject> {
  const get = async () => (await client.request('tasks/get', { taskId }))['result'] as JsonObject;
  await expect.poll(async () => (await get())['status']).not.toBe('working');
  return get();
}

describe.each(WAYS)('calls that are tasks, of an environment that is served %s', (_name, how) => {
  it('go on after a SIGKILL as their tools say, and keep their handles', async () => {
    const path = newPath();
    const first = await started(path, '0', PROGRAM, ...how);
    const client = await taskClient(`${first.url}/mcp`);
    const [dig, blast] = [await taskOf(client, 'dig'), await taskOf(client, 'blast')];
    await first.saying('dig attempt 1');
    await first.saying('blast attempt 1');

    const later = await killed(first, path, how);
    const again = await taskClient(`${later.url}/mcp`);
    expect(await settled(again, blast)).toMatchObject({
      status: 'completed',
      result: { isError: true, content: [{ text: expect.stringContaining('may have run') }] },
    });
    await later.saying('dig attempt 2');
    const [before] = (await first.saying('key 1')).split(' ').slice(2);
    expect(await later.saying('key 2')).toBe(`key 2 ${before}`);
    expect(await taskOf(again, 'dig')).toBe(dig);
    later.program.stdin?.write('go\n');
    expect(await settled(again, dig)).toMatchObject({
      status: 'completed',
      result: { content: [{ text: 'dig done' }] },
    });
  });

  it('wait for their answers through a SIGKILL', async () => {
    const path = newPath();
    const first = await started(path, '0', PROGRAM, ...how);
    const person = () => ({ answer: 'Ada' });
    const asking = await taskClient(`${first.url}/mcp`, { person });
    const ask = await taskOf(asking, 'ask');
    expect(await settled(asking, ask)).toMatchObject({ status: 'input_required' });

    const later = await killed(first, path, how);
    const client = await taskClient(`${later.url}/mcp`, { person });
    const { inputRequests } = await settled(client, ask);
    const [key = ''] = Object.keys(inputRequests as JsonObject);
    const inputResponses = { [key]: { action: 'accept', content: { answer: 'Ada' } } };
    await client.request('tasks/update', { taskId: ask, inputResponses });
    expect(await settled(client, ask)).toMatchObject({
      status: 'completed',
      result: { content: [{ text: 'Hello, Ada' }] },
    });
  });
});
