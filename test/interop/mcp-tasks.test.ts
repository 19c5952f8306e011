import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Environment, tool } from '@timestep-ai/timestep';
import { connectEnvironment } from '@timestep-ai/timestep/mcp';
import { describe, expect, it, onTestFinished } from 'vitest';
import { newPath, started } from './durable-life.ts';
import { taskClient, type FillIn } from './task-client.ts';

const SERVER = fileURLToPath(new URL('mcp-task-environment.ts', import.meta.url));
const CALLER = fileURLToPath(new URL('mcp-task-caller.ts', import.meta.url));

/** Serves an environment, alone and in memory. */
async function served(environment: Environment): Promise<string> {
  const listening = await environment.start({ port: 0 });
  onTestFinished(() => listening.close(0));
  return `${listening.url}/mcp`;
}

function newEnvironment(): Environment {
  return new Environment({ environmentId: 'work', enableHandoff: false });
}

describe('an environment, as the official client of the tasks extension sees it', () => {
  it('makes tasks of the calls of tools that say so, and answers others at once', async () => {
    const environment = newEnvironment()
      .tool('now', {}, () => 'now')
      .tool('later', tool({ task: 'optional', execute: () => ({ deep: 3 }) }));
    const client = await taskClient(await served(environment));
    expect((await client.session.callTool('now', {})).kind).toBe('immediate');
    const execution = await client.session.callTool('later', {});
    expect(execution.kind).toBe('task');
    expect((await execution.settle()).outcome).toMatchObject({
      status: 'completed',
      result: { structuredContent: { deep: 3 } },
    });
  });

  it('asks the person for a decision and for what a tool must know', async () => {
    const environment = newEnvironment().tool(
      'pay',
      { task: 'required', needsApproval: true },
      (_args, { answers: [answer], ask }) => (answer ? `paid ${answer.text}` : ask('Whom?')),
    );
    const asked: string[] = [];
    const client = await taskClient(await served(environment), {
      person(text): ReturnType<FillIn> {
        asked.push(text);
        return text.startsWith('May') ? { approve: true } : { answer: 'Ada' };
      },
    });
    const execution = await client.session.callTool('pay', {});
    expect((await execution.settle()).outcome).toMatchObject({
      status: 'completed',
      result: { content: [{ text: 'paid Ada' }] },
    });
    expect(asked).toEqual(['May I call pay({})?', 'Whom?']);
  });

  it('stops the tool of a task that is canceled', async () => {
    const stopped = Promise.withResolvers<string>();
    const environment = newEnvironment().tool('wait', { task: 'optional' }, (_args, { signal }) => {
      signal.addEventListener('abort', () => stopped.resolve('stopped'));
      return stopped.promise;
    });
    const client = await taskClient(await served(environment));
    const execution = await client.session.callTool('wait', {});
    await execution.cancel();
    expect(await stopped.promise).toBe('stopped');
  });
});

it('keeps its tasks over standard input and output as well', async () => {
  const path = newPath();
  const args = ['--conditions=@timestep/source', SERVER, path, '0', 'stdio'];
  const target = { command: process.execPath, args };
  const { signal } = new AbortController();
  const call = { id: 'c', name: 'ask', arguments: {} };
  const context = { key: 'k', attempt: 1, signal };
  const first = await connectEnvironment(target);
  const asked = await first.callTool(call, context);
  expect(asked.question).toMatchObject({ text: 'Who are you?' });
  await first.close();

  // The second process has the task of the first: it asks the same, and takes the answer.
  const later = await connectEnvironment(target);
  onTestFinished(() => later.close());
  const { question = { text: '' } } = await later.callTool(call, context);
  expect(question).toMatchObject({ text: 'Who are you?' });
  const answer = { question, text: 'Ada', data: { answer: 'Ada' } };
  const result = await later.callTool(call, { ...context, answers: [answer] });
  expect(result).toEqual({ content: 'Hello, Ada' });
});

describe('a task of an agent that calls such a tool', () => {
  it('takes the same task of the server up again after a SIGKILL, whatever the tool says of a second call', async () => {
    const [going, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let runs = 0;
    const environment = newEnvironment().tool(
      'blast',
      { task: 'optional', replay: 'never' },
      async () => {
        runs += 1;
        begun.resolve();
        await going.promise;
        return `blasted ${runs}`;
      },
    );
    const url = await served(environment);
    const path = newPath();
    const first = await started(path, '0', CALLER, url, 'blast');
    await Promise.all([begun.promise, first.saying('kept the handle')]);
    first.program.kill('SIGKILL');
    await once(first.program, 'exit');
    const later = await started(path, '0', CALLER, url, 'blast');
    going.resolve();
    expect(await later.saying('answer')).toBe('answer blasted 1');
    expect(runs).toBe(1);
  });

  it('gives the answer of its user to the same task, which waits through a SIGKILL', async () => {
    let runs = 0;
    const environment = newEnvironment().tool(
      'ask',
      { task: 'required', replay: 'never' },
      (_args, { answers: [answer], ask }) => {
        runs += 1;
        return answer ? `Hello, ${answer.text}` : ask('Who are you?');
      },
    );
    const url = await served(environment);
    const path = newPath();
    const first = await started(path, '0', CALLER, url, 'ask');
    expect(await first.saying('asks')).toBe('asks Who are you?');
    first.program.kill('SIGKILL');
    await once(first.program, 'exit');
    const later = await started(path, '0', CALLER, url, 'ask', 'Ada');
    expect(await later.saying('answer')).toBe('answer Hello, Ada');
    expect(runs).toBe(2);
  });
});
