import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#core';
import { functionEnvironment } from '#engine/tools';
import type { Runner } from '#engine/port';
import { createMemoryRunner } from '#engine/runner';
import { createMemoryResponseStore } from '#engine/store';
import { createManualClock } from '#testing';
import {
  calls,
  idOf,
  outputOf,
  says,
  script,
  serve,
  type Answer,
  type Served,
} from '../served.fixture.ts';

/** Tells of a task that waited as one whose log has the message only later, as runners of many processes do. */
function tellingEarly(runner: Runner): Runner {
  return {
    ...runner,
    async submit(submission) {
      const { taskId } = submission;
      const before = taskId === undefined ? undefined : await runner.get(taskId);
      const task = await runner.submit(submission);
      return before ? { ...before, state: 'working' } : task;
    },
  };
}

function shop() {
  const paid: string[] = [];
  const environment = functionEnvironment({
    pay: { needsApproval: true, execute: () => `paid ${paid.push('once')}` },
  });
  const { agent } = script(calls(['c1', 'pay']), says('done'));
  const limits = { max_steps: 5, time_limit_s: 60 };
  const runner = tellingEarly(
    createMemoryRunner({
      agents: [
        { name: 'assistant', agent, toolSite: 'server', limits, environment: () => environment },
      ],
    }),
  );
  const clock = createManualClock(1000);
  const store = createMemoryResponseStore({ clock });
  // Whoever asks is told from the log.
  const forgetful = { ...store, end: () => Promise.resolve([]) };
  return { paid, served: serve(agent, { runner, store: forgetful }) };
}

const ENDED = {
  status: 'completed',
  output: [{ type: 'mcp_call', output: 'paid 1' }, { type: 'message' }],
};

describe('a response to a decision that comes into the log later', () => {
  it('holds what followed', async () => {
    const { paid, served } = shop();
    const answer = await decided(served, false);
    expect(answer.body).toMatchObject(ENDED);
    const path = `/v1/responses/${idOf(answer)}`;
    expect((await served.ask('GET', path)).body).toMatchObject(ENDED);
    expect(paid).toEqual(['once']);
  });

  it('holds it in the background too, and tells it as a stream', async () => {
    const { paid, served } = shop();
    const path = `/v1/responses/${idOf(await decided(served, true))}`;
    const url = `http://localhost${path}?stream=true`;
    const streamed = await (await served.send(new Request(url))).text();
    expect(streamed).toContain('response.mcp_call.completed');
    expect((await served.ask('GET', path)).body).toMatchObject(ENDED);
    expect(paid).toEqual(['once']);
  });
});

/** Asks, and answers that the call may be made. */
async function decided(served: Served, background: boolean): Promise<Answer> {
  const asked = await served.post({ input: 'pay' });
  const approval_request_id = outputOf(asked)[1]?.['id'] as string;
  const item: JsonObject = { type: 'mcp_approval_response', approval_request_id, approve: true };
  return served.post({ input: [item], previous_response_id: idOf(asked), background });
}
