import { expect, it, onTestFinished, vi } from 'vitest';
import { createMcpCallTasks, createMcpCallingTools } from '#agents/calling';
import { scriptedAgent } from '#agents/model';
import type { JsonObject, TaskEvent } from '#core';
import { createOwnTasks, type OwnTasks } from '#engine/port';
import { systemClock } from '#engine/runner';
import { createLocalEnvironment, type ToolCallContext } from '#protocols/mcp';
import { createPageProtocol } from '#people/page';
import { applyUpdate, EMPTY_VIEW } from '#people/view';
import { Agent, serve, type Serving } from '#serving/server';
import { formatTask, taskToJson } from './commands/tasks/task-text.ts';
import {
  ANSWERED_WITHOUT,
  createStandingBackend,
  PARKED,
  REFUSED,
  WAITING,
  type StandingBackend,
} from './standing-tasks.fixture.ts';

const TOKEN = 'a-token';
const REASON = 'waiting for the model: the model is overloaded; the next call is at 2026-09-2';
const QUESTION = 'The model call has ended its process 3 times in a row. Go on or cancel?';

interface Stand {
  readonly serving: Serving;
  readonly backend: StandingBackend;
  readonly tasks: OwnTasks;
  send(path: string, body?: JsonObject): Promise<string>;
}

/** Serves a task that has had `news`. A stream is read until what it holds matches `quiet`. */
async function stand(
  news: readonly TaskEvent[],
  quiet = /model-wait|waits_for|RUN_FINISHED/,
): Promise<Stand> {
  const backend = createStandingBackend(news);
  const page = createPageProtocol({
    access: { kind: 'token', token: TOKEN },
    files: async () => new Map(),
  });
  const model = scriptedAgent(() => 'never');
  const serving = await serve({
    agents: [new Agent({ agentId: 'one', name: 'One', model })],
    port: 0,
    backend: backend.open,
    protocols: ['a2a', 'responses', 'agui', page],
  });
  onTestFinished(() => serving.close(0));
  return {
    serving,
    backend,
    tasks: createOwnTasks(backend.runner(), { principal: '' }),
    async send(path, body) {
      const headers = {
        'content-type': 'application/json',
        'a2a-version': '1.0',
        authorization: `Bearer ${TOKEN}`,
      };
      const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
      return readUntilQuiet(await serving.fetch(new Request(serving.url + path, init)), quiet);
    },
  };
}

/** Reads a response, or the beginning of a stream that does not end: a task that stands says no more. */
async function readUntilQuiet(response: Response, quiet: RegExp): Promise<string> {
  let text = '';
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const piece = await reader?.read();
    if (!piece || piece.done) return text;
    text += piece.value;
    if (!text.includes('data: ') || !quiet.test(text)) continue;
    await reader?.cancel();
    return text;
  }
}

/** Starts a task and shows it as its client sees it: the status, and the words. */
type Door = (stand: Stand) => Promise<string>;

async function begin({ tasks }: Stand): Promise<string> {
  const message = { role: 'user', content: 'hi' } as const;
  return (await tasks.submit({ agent: 'one', messageId: 'm', message })).task.id;
}

function createMcp({ tasks }: Stand) {
  const deps = {
    agents: { list: async () => [], find: () => ({ name: 'one' }) },
    getTasks: () => tasks,
    clock: systemClock,
    newId: () => 'id',
  };
  return { deps, tools: createMcpCallingTools(deps) };
}

const DOORS: Readonly<Record<string, Door>> = {
  A2A: async (stood) => stood.send(`/tasks/${await begin(stood)}`),

  async Responses(stood) {
    const body = { model: 'one', background: true, store: true, input: 'hi' };
    const { id } = JSON.parse(await stood.send('/v1/responses', body)) as { id: string };
    return vi.waitUntil(async () => {
      const shown = await stood.send(`/v1/responses/${id}`);
      return /"output":\[\{|waits_for|left_out/.test(shown) && shown;
    });
  },

  async 'a stream of Responses'(stood) {
    const body = { model: 'one', background: true, store: true, stream: true, input: 'hi' };
    return stood.send('/v1/responses', body);
  },

  async 'AG-UI'(stood) {
    const messages = [{ id: 'm', role: 'user', content: 'hi' }];
    return stood.send('/agui', { threadId: 't', runId: 'r', messages });
  },

  async 'MCP get_task'(stood) {
    const task = await begin(stood);
    const { deps, tools } = createMcp(stood);
    const environment = createLocalEnvironment({ name: 'b', version: '1', tools }, deps.clock);
    const call = { id: 'c', name: 'get_task', arguments: { task, wait_s: 0 } };
    const context = { key: 'k', attempt: 1, signal: new AbortController().signal };
    return (await environment.callTool(call, context)).content;
  },

  async 'the tasks of MCP'(stood) {
    const id = await begin(stood);
    const context = { asks: true, ask: (question: object) => question, give: () => undefined };
    const found = await createMcpCallTasks(createMcp(stood).deps).find(
      id,
      context as unknown as ToolCallContext,
    );
    return JSON.stringify(found);
  },

  async 'the page'(stood) {
    const id = await begin(stood);
    return `${await stood.send(`/ui/api/tasks/${id}`)} ${await stood.send(`/ui/api/tasks/${id}/events`)}`;
  },

  async 'chats and the page'(stood) {
    const id = await begin(stood);
    let view = EMPTY_VIEW;
    const signal = AbortSignal.timeout(50);
    for await (const update of stood.backend.runner().subscribe(id, 0, signal)) {
      view = applyUpdate(view, { taskId: id, ...update });
    }
    return JSON.stringify(view);
  },

  async 'timestep tasks show'(stood) {
    const found = await stood.tasks.find(await begin(stood));
    if (!found) throw new Error('the task is gone');
    return `${formatTask(found.task).join('\n')} ${JSON.stringify(taskToJson(found.task))}`;
  },
};

it.each(Object.entries(DOORS))('%s says why a task waits for its model', async (_name, door) => {
  expect(await door(await stand(WAITING))).toContain(REASON);
});

it.each(Object.entries(DOORS))('%s asks whether a parked task goes on', async (_name, door) => {
  const shown = await door(await stand(PARKED));
  expect(shown).toContain(QUESTION);
  expect(shown).not.toContain('waiting for the model');
  expect(shown).toContain('cancel');
});

it.each(Object.entries(DOORS))('%s says what a request lacks', async (_name, door) => {
  expect(await door(await stand(REFUSED, /left_out|model-refusal/))).toContain(
    'asked again without the tools odd_tool',
  );
});

it.each(Object.entries(DOORS))('%s says what the model did not read', async (_name, door) => {
  const shown = await door(
    await stand(ANSWERED_WITHOUT, /RUN_FINISHED|response.completed|\[DONE\]/),
  );
  expect(shown).toContain('without the tools odd_tool');
});
