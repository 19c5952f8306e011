import { expect, it } from 'vitest';
import { buildHistoryForNextTask, historyToMessages, type JsonObject, type Task } from '#core';
import type { ToolFnContext } from '#engine/tools';
import { createJsonReader } from '#protocols/http';
import { createOwnTasks } from '#engine/port';
import { createAguiHandler } from '../index.ts';
import {
  calls,
  conversationAfter,
  eventsIn,
  input,
  SAID,
  says,
  serve,
  tools,
  type Ran,
} from '../served.fixture.ts';
import type { AguiEvent, Interrupt } from '../wire/agui-event.ts';

function endOf({ events }: Ran): AguiEvent | undefined {
  return events.at(-1);
}

function interruptsOf(ran: Ran): readonly Interrupt[] {
  const end = endOf(ran);
  return end?.type === 'RUN_FINISHED' && end.outcome?.type === 'interrupt'
    ? end.outcome.interrupts
    : [];
}

function answered(ran: Ran, payload: (interrupt: Interrupt) => JsonObject | boolean): JsonObject[] {
  return interruptsOf(ran).map((interrupt) => ({
    interruptId: interrupt.id,
    status: 'resolved',
    payload: payload(interrupt),
  }));
}

function aisleSeat(entry: JsonObject): JsonObject {
  return { ...entry, payload: 7 };
}

async function onlyTask({ runner }: ReturnType<typeof serve>) {
  const { tasks } = await runner.list({ principal: 'ada', pageSize: 5 });
  expect(tasks).toHaveLength(1);
  return tasks[0];
}

it('gives an application the conversation that the task has', async () => {
  const own = { look: () => 'seen', find: () => 'found' };
  const replies = [
    { ...calls(['c1', 'look'], ['c2', 'paint']), content: 'I look.' },
    calls(['c3', 'find']),
    says('done'),
  ];
  const served = serve(replies, own);
  const first = await served.run(input({ tools: tools('paint') }));
  expect(endOf(first)).toMatchObject({
    outcome: { type: 'success', pendingToolCallIds: ['c2'] },
  });
  const painted = { id: 'm2', role: 'tool', toolCallId: 'c2', content: 'painted' };
  const between = [...conversationAfter([SAID], first.events), painted];
  const more = { runId: 'r2', messages: between, tools: tools('paint') };
  const second = await served.run(input(more));
  const after = conversationAfter(between, second.events);

  const task = await onlyTask(served);
  const kept = transcript(task).map(({ role, content }) => [role, content]);
  expect(after.map(({ role, content = '' }) => [role ?? '', content])).toEqual(kept);
  // What the application has is enough to go on from, in a thread of its own.
  const other = serve([says('again')]);
  const next = { id: 'm9', role: 'user', content: 'and now?' };
  await other.run(input({ runId: 'r9', messages: [...after, next] }));
  const copy = await onlyTask(other);
  expect(historyToMessages(copy?.origin.history ?? [])).toEqual(transcript(task));
});

it('gives a run again, as it was, while the task has long moved on', async () => {
  const served = serve([calls(['c1', 'paint']), says('done')]);
  const first = await served.run(input({ tools: tools('paint') }));
  const result = { id: 'm2', role: 'tool', toolCallId: 'c1', content: 'red', error: 'spilled' };
  const messages = [...conversationAfter([SAID], first.events), result];
  const second = await served.run(input({ runId: 'r2', messages }));
  expect(second.events.at(-1)).toMatchObject({ outcome: { type: 'success' } });
  expect(await served.run(input({ tools: tools('paint') }))).toEqual(first);
  expect(await served.run(input({ runId: 'r2', messages }))).toEqual(second);
  const task = await onlyTask(served);
  expect(transcript(task).at(-2)).toMatchObject({ content: '{"error":"red\\nspilled"}' });
});

it('refuses another message with the id of a run', async () => {
  const served = serve([says('one')]);
  await served.run(input());
  const other = await served.run(input({ messages: [{ ...SAID, content: 'other' }] }));
  expect(other).toMatchObject({ status: 409, refusal: { code: 'duplicate-message' } });
});

it('takes back what a client holds of a run that it asks for again', async () => {
  const served = serve([says('one')]);
  const first = await served.run(input());
  const held = conversationAfter([SAID], first.events);
  const again = await served.run(input({ messages: held }));
  expect(again.events[1]).toEqual({ type: 'MESSAGES_SNAPSHOT', messages: [SAID] });
  expect(again.events.toSpliced(1, 1)).toEqual(first.events);
});

it('asks again for the decisions that an answer left out', async () => {
  const own = { book: () => 'booked' };
  const served = serve([calls(['c1', 'book'], ['c2', 'book']), says('done')], own, ['book']);
  const first = await served.run(input());
  expect(interruptsOf(first).map(({ toolCallId }) => toolCallId)).toEqual(['c1', 'c2']);
  const messages = conversationAfter([SAID], first.events);
  const [no, yes] = answered(first, ({ toolCallId }) => toolCallId === 'c2');
  const second = await served.run(input({ runId: 'r2', messages, resume: [no ?? {}] }));
  expect(interruptsOf(second).map(({ toolCallId }) => toolCallId)).toEqual(['c2']);
  const third = await served.run(input({ runId: 'r3', messages, resume: [yes ?? {}] }));
  expect(third.events).toContainEqual(
    expect.objectContaining({ type: 'TOOL_CALL_RESULT', toolCallId: 'c2', content: 'booked' }),
  );
  expect(endOf(third)).toMatchObject({ outcome: { type: 'success' } });
  expect(await served.run(input({ runId: 'r2', messages, resume: [no ?? {}] }))).toEqual(second);
  const late = await served.run(input({ runId: 'r4', messages, resume: [yes ?? {}] }));
  expect(late).toMatchObject({ status: 409, refusal: { code: 'task-finished' } });
});

it('takes an answer under the id of the run that asked, with a result that the client has made of it', async () => {
  const served = serve([calls(['c1', 'book']), says('done')], { book: () => 'booked' }, ['book']);
  const first = await served.run(input());
  const messages = conversationAfter([SAID], first.events);
  const made = { id: 'made', role: 'tool', toolCallId: 'c1', content: '{"approved":true}' };
  const answer = input({
    messages: [...messages, made],
    resume: answered(first, () => ({ approved: true })),
  });
  const second = await served.run(answer);
  expect(second.events.slice(0, 2)).toMatchObject([
    { type: 'RUN_STARTED', runId: 'r1' },
    { type: 'MESSAGES_SNAPSHOT', messages },
  ]);
  expect(second.events).toContainEqual(
    expect.objectContaining({ type: 'TOOL_CALL_RESULT', toolCallId: 'c1', content: 'booked' }),
  );
  expect(endOf(second)).toMatchObject({ runId: 'r1', outcome: { type: 'success' } });
  expect(await served.run(answer)).toEqual(second);
  expect(await served.run(input())).toEqual(first);
  const other = { ...answer, resume: answered(first, () => ({ approved: false })) };
  expect(await served.run(other)).toMatchObject({ status: 409 });
});

it('takes several decisions with one run, and words beside them', async () => {
  const own = { book: () => 'booked' };
  const served = serve([calls(['c1', 'book'], ['c2', 'book']), says('done')], own, ['book']);
  const first = await served.run(input());
  const word = { id: 'm2', role: 'user', content: 'and thanks' };
  const messages = [...conversationAfter([SAID], first.events), word];
  const resume = answered(first, ({ toolCallId }) => toolCallId === 'c2');
  const second = await served.run(input({ runId: 'r2', messages, resume }));
  expect(conversationAfter([], second.events).map(({ content }) => content)).toEqual([
    expect.stringContaining('denied'),
    'booked',
    'done',
  ]);
  expect(await served.run(input({ runId: 'r2', messages, resume }))).toEqual(second);
  const task = await onlyTask(served);
  expect(transcript(task).at(-2)).toEqual({ role: 'user', content: 'and thanks' });
});

it('asks one question of a tool after another', async () => {
  const book = (_: object, { answers: [who, seat], ask }: ToolFnContext) => {
    if (!who) return ask({ text: 'Who?', schema: { type: 'object', properties: { name: {} } } });
    return seat ? `${JSON.stringify(who.data)} ${seat.text}` : ask('Seat?');
  };
  const served = serve([calls(['c1', 'book']), says('done')], { book });
  const first = await served.run(input());
  const messages = conversationAfter([SAID], first.events);
  const resume = answered(first, () => ({ name: 'Ada' }));
  const second = await served.run(input({ runId: 'r2', messages, resume }));
  expect(interruptsOf(second)).toMatchObject([{ message: 'Seat?', reason: 'input_required' }]);
  const given = interruptsOf(second).map(({ id }) => ({ interruptId: id, status: 'resolved' }));
  const unsaid = await served.run(input({ runId: 'r3', messages, resume: given }));
  expect(unsaid).toMatchObject({ status: 400, refusal: { field: 'resume[0].payload' } });
  const words = [...messages, { id: 'm2', role: 'user', content: 'and quickly' }];
  const both = input({ runId: 'r3', messages: words, resume: given.map(aisleSeat) });
  expect(await served.run(both)).toMatchObject({
    status: 400,
    refusal: { field: 'messages[2]', message: expect.stringContaining('the next run') },
  });
  const aisle = given.map(aisleSeat);
  const third = await served.run(input({ runId: 'r3', messages, resume: aisle }));
  expect(third.events).toContainEqual(
    expect.objectContaining({ type: 'TOOL_CALL_RESULT', content: '{"name":"Ada"} 7' }),
  );
});

it.each([
  ['resume[0].interruptId', { interruptId: 'x', status: 'cancelled' }],
  ['resume[0].payload', { interruptId: 'approval:t:c', status: 'resolved' }],
  ['resume[0].payload.approved', { interruptId: 'approval:t:c', status: 'resolved', payload: {} }],
])('never guesses a decision: %s', async (field, entry) => {
  const served = serve([]);
  const ran = await served.run(input({ resume: [entry] }));
  expect(ran).toMatchObject({ status: 400, refusal: { code: 'invalid-input', field } });
});

it('lets no other caller answer, go on with or see a run', async () => {
  const served = serve([calls(['c1', 'book']), says('new'), says('done')], { book: () => 'yes' }, [
    'book',
  ]);
  const first = await served.run(input());
  const messages = conversationAfter([SAID], first.events);
  const resume = answered(first, () => true);
  const other = await served.run(input({ runId: 'r2', messages, resume }), 'eve');
  expect(other).toMatchObject({ status: 404, refusal: { code: 'unknown-interrupt' } });
  const same = await served.run(input(), 'eve');
  expect(same.events[0]).not.toEqual(first.events[0]);
  const thread = await served.run(input({ threadId: 't2', runId: 'r3', messages, resume }));
  expect(thread).toMatchObject({ status: 404, refusal: { code: 'unknown-interrupt' } });
  expect((await onlyTask(served))?.state).toBe('input-required');
});

it('goes on when the application goes away, and gives all to one that comes back', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const served = serve([
    async ({ emit }) => {
      emit({ type: 'text', text: 'It ' });
      await promise;
      return says('It is done.');
    },
  ]);
  const response = await served.send(input());
  await response.body?.cancel();
  resolve(undefined);
  const task = await onlyTask(served);
  const settled = await served.runner.waitUntilSettled(
    task?.id ?? '',
    new AbortController().signal,
  );
  expect(settled.state).toBe('completed');
  const again = await served.run(input());
  expect(conversationAfter([], again.events)).toMatchObject([{ content: 'It is done.' }]);
  expect(again.events[0]).toMatchObject({ metadata: { task_id: task?.id } });
});

it('joins a task that still works, from the message of the run on', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const begun = Promise.withResolvers<undefined>();
  const served = serve([
    async ({ emit }) => {
      emit({ type: 'text', text: 'first ' });
      begun.resolve(undefined);
      await promise;
      return says('first reply');
    },
    says('second reply'),
  ]);
  const first = await served.send(input());
  await begun.promise;
  const { tasks } = await served.runner.list({ principal: 'ada', pageSize: 1 });
  const id = `${tasks[0]?.id}:reply_1_1:r1`;
  const messages = [
    SAID,
    { id, role: 'assistant', content: 'first ' },
    { id: 'm2', role: 'user', content: 'wait' },
  ];
  const second = await served.send(input({ runId: 'r2', messages }));
  resolve(undefined);
  const events = eventsIn(await second.text());
  expect(conversationAfter([], events).map(({ content }) => content)).toEqual([
    'first reply',
    'second reply',
  ]);
  expect(eventsIn(await first.text()).at(-1)).toMatchObject({ type: 'RUN_FINISHED' });
});

it('says that a run was stopped, and that calls were declined', async () => {
  const served = serve([calls(['c1', 'book']), says('well')], { book: () => 'yes' }, ['book']);
  const first = await served.run(input());
  const word = { id: 'm2', role: 'user', content: 'something else' };
  const messages = [...conversationAfter([SAID], first.events), word];
  const second = await served.run(input({ runId: 'r2', messages }));
  expect(second.events).toContainEqual(
    expect.objectContaining({ type: 'TOOL_CALL_RESULT', toolCallId: 'c1' }),
  );
  expect(conversationAfter([], second.events).at(-1)).toMatchObject({ content: 'well' });
});

it('refuses what is no run, with the field or the reason', async () => {
  const served = serve([]);
  expect(await served.run({ threadId: 't' })).toMatchObject({
    status: 400,
    refusal: { code: 'invalid-input', field: 'runId' },
  });
  const stray = { id: 'm2', role: 'tool', toolCallId: 'c9', content: '' };
  expect(await served.run(input({ messages: [SAID, stray] }))).toMatchObject({
    status: 400,
    refusal: { field: 'messages[1].toolCallId' },
  });
  await served.runner.close(0);
  expect(await served.run(input())).toMatchObject({ status: 503, refusal: { code: 'closed' } });
  expect(served.errors).toEqual([]);
});

it('says how a run begins', async () => {
  const readJson = createJsonReader();
  const handle = createAguiHandler({ agent: 'guide', readJson, onError: () => undefined });
  const { runner } = serve([]);
  const answer = await handle(
    new Request('http://localhost/agui'),
    createOwnTasks(runner, { principal: 'ada' }),
  );
  expect(answer.status).toBe(405);
  expect(answer.headers.get('allow')).toBe('POST');
  expect(await answer.json()).toEqual({
    error: { code: 'method-not-allowed', message: 'start a run with a POST request' },
  });
});

function transcript(task: Task | undefined) {
  return historyToMessages(task ? buildHistoryForNextTask(task) : []);
}

it('ends a run that asks nothing, without a task', async () => {
  const served = serve([]);
  const { status, events } = await served.run(input({ messages: [] }));
  expect(status).toBe(200);
  expect(events.map(({ type }) => type)).toEqual(['RUN_STARTED', 'RUN_FINISHED']);
  expect((await served.runner.list({ principal: 'ada', pageSize: 5 })).tasks).toEqual([]);
});

it('gives clients before 1.0 the outcomes that they read', async () => {
  const old: JsonObject = { protocolVersion: null };
  const served = serve([calls(['c1', 'paint']), calls(['c2', 'pay'])], { pay: () => 'paid' }, [
    'pay',
  ]);
  const painting = await served.run(input({ ...old, tools: tools('paint') }));
  expect(endOf(painting)).toMatchObject({ type: 'RUN_FINISHED' });
  expect((endOf(painting) as unknown as JsonObject)['outcome']).toEqual({ type: 'success' });
  const paying = await served.run(input({ ...old, threadId: 't2', runId: 'r2' }));
  expect(endOf(paying)).toMatchObject({ outcome: { type: 'interrupt' } });
});

it('keeps runs of two threads apart, also under one id', async () => {
  const served = serve([says('first'), says('second')]);
  const one = await served.run(input());
  const other = await served.run(input({ threadId: 't2' }));
  expect(conversationAfter([], one.events).at(-1)).toMatchObject({ content: 'first' });
  expect(conversationAfter([], other.events).at(-1)).toMatchObject({ content: 'second' });
});
