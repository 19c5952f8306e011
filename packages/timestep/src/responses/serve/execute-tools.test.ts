import { describe, expect, it } from 'vitest';
import { functionEnvironment } from '../../environment/index.ts';
import { calls, outputOf, says, script, serve } from '../served.fixture.ts';
import { problemsOf, streamProblems } from '../wire-check.fixture.ts';

const MINE = { type: 'function', name: 'mine' } as const;

function environment(seen: unknown[] = []) {
  return functionEnvironment({
    get_weather: (args, { key, task }) => {
      seen.push({ args, key, agent: task.agent });
      return { temperature_f: 72 };
    },
    broken: () => Promise.reject(new Error('no line')),
  });
}

describe('executeTools', () => {
  it("runs the tools of an agent whose tools are the client's", async () => {
    const seen: unknown[] = [];
    const { agent } = script(
      calls(
        ['c1', 'get_weather', '{"location":"Oakland"}'],
        ['c2', 'broken'],
        ['c3', 'get_weather', '['],
      ),
      calls(['c1', 'get_weather', '']),
      says('72°F'),
    );
    const asked: string[] = [];
    const executeTools = async (name: string, contextId: string) => {
      asked.push(name, contextId);
      return environment(seen);
    };
    const options = { toolSite: 'client', executeTools } as const;
    const answer = await serve(agent, options).post({
      input: 'x',
      metadata: { context_id: 'home' },
    });
    expect(problemsOf(answer.body)).toEqual([]);
    expect(answer.body).toMatchObject({ status: 'completed' });
    expect(outputOf(answer)).toMatchObject([
      { type: 'mcp_call', status: 'completed', output: '{"temperature_f":72}' },
      { type: 'mcp_call', status: 'failed', error: { content: [{ text: '{"error":"no line"}' }] } },
      {
        type: 'mcp_call',
        status: 'failed',
        error: { content: [{ text: '{"error":"invalid_tool_arguments_json"}' }] },
      },
      { type: 'mcp_call', status: 'completed', arguments: '' },
      { type: 'message' },
    ]);
    expect(seen).toEqual([
      {
        args: { location: 'Oakland' },
        key: expect.stringMatching(/:1:c1$/) as string,
        agent: 'assistant',
      },
      { args: {}, key: expect.stringMatching(/:2:c1$/) as string, agent: 'assistant' },
    ]);
    expect(new Set(asked)).toEqual(new Set(['assistant', 'home']));
  });

  it('streams their calls like any other', async () => {
    const { agent } = script(calls(['c1', 'get_weather']), says('72°F'));
    const executeTools = async () => environment();
    const events = await serve(agent, { toolSite: 'client', executeTools }).stream({ input: 'x' });
    expect(streamProblems(events)).toEqual([]);
    expect(events.map(({ body }) => body['type'])).toContain('response.mcp_call.completed');
  });

  it('leaves the functions of the caller to the caller', async () => {
    const { agent } = script(calls(['c1', 'mine'], ['c2', 'get_weather']));
    const executeTools = async () => environment();
    const served = serve(agent, { toolSite: 'client', executeTools });
    const answer = await served.post({ input: 'x', tools: [MINE] });
    expect(outputOf(answer)).toMatchObject([
      { type: 'function_call', call_id: 'c1' },
      { type: 'mcp_call', status: 'completed' },
    ]);
  });

  it('tells the model when the tools cannot be reached', async () => {
    const { agent, seen } = script(calls(['c1', 'get_weather']), says('no weather'));
    const executeTools = () => Promise.reject(new Error('unknown context; known: home'));
    const served = serve(agent, { toolSite: 'client', executeTools });
    await served.post({ input: 'x' });
    expect(seen[1]?.messages.at(-1)).toMatchObject({
      content: '{"error":"unknown context; known: home"}',
    });
  });

  it("is not needed: without it all calls are the caller's", async () => {
    const { agent } = script(calls(['c1', 'get_weather']), says('72°F'));
    const served = serve(agent, { toolSite: 'client' });
    const asked = await served.post({ input: 'x' });
    expect(outputOf(asked)).toMatchObject([{ type: 'function_call', call_id: 'c1' }]);
    const answered = await served.post({
      input: [{ type: 'function_call_output', call_id: 'c1', output: '72' }],
      previous_response_id: asked.body['id'] as string,
    });
    expect(answered.body).toMatchObject({ status: 'completed' });
  });

  it('ends the task when results cannot be handed in', async () => {
    const { agent } = script(calls(['c1', 'get_weather']));
    const served = serve(agent, { toolSite: 'client' });
    const { runner } = served;
    const submit: typeof runner.submit = async (submission) => {
      if (submission.results) throw new Error('disk full');
      return runner.submit(submission);
    };
    const executeTools = async () => environment();
    const options = { toolSite: 'client', executeTools, runner: { ...runner, submit } } as const;
    const failing = serve(agent, options);
    expect((await failing.post({ input: 'x' })).body).toMatchObject({ status: 'cancelled' });
    expect(failing.errors).toMatchObject([{ message: 'disk full' }]);
  });
});
