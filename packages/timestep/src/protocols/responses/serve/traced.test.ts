import { expect, it } from 'vitest';
import { says, script, serve } from '../served.fixture.ts';

it('keeps the span that led to a response with its task', async () => {
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  const served = serve(script(says('one'), says('two')).agent);
  const body = JSON.stringify({ model: 'assistant', input: 'hello', metadata: { from: 'ann' } });
  for (const given of [traceparent, 'none at all']) {
    const init = { method: 'POST', headers: { traceparent: given }, body };
    const response = await served.send(new Request('http://localhost/v1/responses', init));
    expect(await response.json()).toMatchObject({ status: 'completed', metadata: { from: 'ann' } });
  }
  const { tasks } = await served.runner.list({ principal: '', pageSize: 10 });
  const kept = tasks.map(({ origin }) => origin.metadata?.['traceparent']);
  expect(new Set(kept)).toEqual(new Set([traceparent, undefined]));
});
