import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { SessionEvent, Task } from '#core';
import type { Backend } from '#engine/port';
import { openSqlite, withSessions, systemClock } from '#engine/runner';
import { AGENTS, runNow, createTestFolder } from '../../timestep.fixture.ts';

interface TestSetup {
  readonly backend: Backend;
  readonly path: string;
  readonly folder: string;
  readonly database: readonly string[];
}

/** A database that a server has open. */
function newPlace(): TestSetup {
  const folder = createTestFolder();
  const path = join(folder, 'tasks.db');
  const backend = openSqlite({ path, agents: AGENTS });
  onTestFinished(() => backend.close(0));
  return { backend, path, folder, database: ['--database', path] };
}

const BEGUN_AT = Date.now() - 10_000;
let changes = 0;

/** Each session changes later than the one before, however fast the machine is. */
function opened({ backend }: TestSetup, id: string, ...events: readonly SessionEvent[]) {
  const key = { principal: 'ann', id };
  const opening: SessionEvent = {
    type: 'session.opened',
    sessionId: id,
    principal: 'ann',
    agent: 'parrot',
  };
  changes += 1;
  return backend.sessions.append(key, 0, [opening, ...events], BEGUN_AT + changes);
}

async function said(
  { backend }: TestSetup,
  contextId: string,
  text: string,
  agent = 'parrot',
): Promise<Task> {
  const { runner, sessions } = backend;
  const message = { role: 'user', content: text } as const;
  const submission = { agent, principal: 'ann', messageId: text, contextId, message };
  const { id } = await withSessions(runner, { sessions, clock: systemClock }).submit(submission);
  return runner.waitUntilSettled(id, new AbortController().signal);
}

it('lists sessions, newest change first, and closed ones when asked', async () => {
  const place = newPlace();
  await opened(place, 's1', { type: 'session.named', name: 'a trip\u001B[31m' });
  await opened(place, 's2', { type: 'session.closed' });
  const list = (...more: string[]) => runNow('sessions', 'list', ...more, ...place.database);
  const table = await list();
  expect(table).toMatchObject({ code: 0, stderr: '' });
  const [header, ...rows] = table.stdout.trimEnd().split('\n');
  expect(header).toMatch(/^SESSION +STATE +AGENT +PRINCIPAL +TURNS +CHANGED +NAME$/);
  expect(rows).toEqual([expect.stringMatching(/^s1 +open +parrot +ann +0 +\d+ \w+ ago +a trip/)]);
  expect(table.stdout).not.toContain('\u001B');
  const all: unknown = JSON.parse((await list('--closed', '--json')).stdout);
  expect(all).toMatchObject({
    sessions: [
      { id: 's2', is_closed: true, name: null },
      { id: 's1', is_closed: false, settings: {}, forked_from: null },
    ],
    has_more: false,
  });
  expect((await list('--closed', '--limit', '1')).stdout).toContain('use --limit');
  expect((await list('--agent', 'other')).stdout).toBe('no sessions\n');
  expect((await list('--principal', 'bob')).stdout).toBe('no sessions\n');
});

it('has contexts that began over a protocol among the sessions, and lets them become one', async () => {
  const place = newPlace();
  await opened(place, 's1');
  const started = await said(place, 'c1', 'how is\nthe weather?');
  await said(place, 'c1', 'and now?');
  await said(place, 's1', 'hello');
  const list = (...more: string[]) => runNow('sessions', 'list', ...more, ...place.database);
  const rows = (await list()).stdout.trimEnd().split('\n').slice(1);
  expect(rows).toEqual([
    expect.stringMatching(/^s1 +open +parrot +ann +1 +\d+ s ago *$/),
    expect.stringMatching(/^c1 +open +parrot +ann +2 +\d+ s ago +how is$/),
  ]);
  expect(JSON.parse((await list('--json', '--limit', '1')).stdout)).toMatchObject({
    sessions: [{ id: 's1', turns: 1 }],
    has_more: true,
  });
  expect((await list('--principal', 'bob')).stdout).toBe('no sessions\n');
  const shown = await runNow('sessions', 'show', 'c1', ...place.database);
  expect(shown.stdout).toContain(started.id);
  expect(await place.backend.sessions.get({ principal: 'ann', id: 'c1' })).toBeUndefined();
  const renamed = await runNow('sessions', 'rename', 'c1', "Ann's trip", ...place.database);
  expect(renamed).toEqual({ code: 0, stdout: "session c1 is now called Ann's trip\n", stderr: '' });
  const kept = await place.backend.sessions.get({ principal: 'ann', id: 'c1' });
  expect(kept).toMatchObject({ agent: 'parrot', name: "Ann's trip", generation: 2 });
  expect((await list()).stdout.match(/^c1 /gm)).toHaveLength(1);
  const next = await said(place, 'c1', 'go on');
  expect(next.origin.history).toHaveLength(4);
});

it('refuses an empty name, and a context in which several agents have turns', async () => {
  const place = newPlace();
  await said(place, 'c1', 'one');
  await said(place, 'c1', 'two', 'asker');
  expect(await runNow('sessions', 'rename', 'c1', ' ', ...place.database)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('<name> is empty'),
  });
  expect(await runNow('sessions', 'show', 'c1', ...place.database)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('several agents have turns in c1'),
  });
});

it('shows a session: what was set, and its turns', async () => {
  const place = newPlace();
  await opened(
    place,
    's1',
    { type: 'session.set', settings: { model: 'a/b', max_steps: 3 } },
    { type: 'session.included', item: { kind: 'tool', name: 'look', server: 'sky' } },
    { type: 'session.permitted', tool: 'look' },
  );
  const turn = await said(place, 's1', 'hello');
  const { code, stdout } = await runNow('sessions', 'show', 's1', ...place.database);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^State +open$/m);
  expect(stdout).toMatch(/^Settings +model a\/b, max_steps 3$/m);
  expect(stdout).toMatch(/^Includes +tool look of sky$/m);
  expect(stdout).toMatch(/^Permits +look$/m);
  expect(stdout).toMatch(new RegExp(`^${turn.id} +completed +1 +5 +unknown +hello$`, 'm'));
  const json = await runNow('sessions', 'show', 's1', '--json', ...place.database);
  expect(JSON.parse(json.stdout)).toMatchObject({
    id: 's1',
    settings: { model: 'a/b', max_steps: 3 },
    turns: [{ id: turn.id, state: 'completed', tokens: 5, cost_usd: null, said: 'hello' }],
  });
});

it('exports events and everything that was said', async () => {
  const place = newPlace();
  await opened(place, 's1');
  const first = await said(place, 's1', 'one');
  await place.backend.sessions.append(
    { principal: 'ann', id: 's1' },
    1,
    [{ type: 'session.compacted', summary: 'they met', taskId: first.id }],
    Date.now(),
  );
  const second = await said(place, 's1', 'two');
  const file = join(place.folder, 'out.jsonl');
  const ended = await runNow('sessions', 'export', 's1', '--output', file, ...place.database);
  expect(ended).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const events = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string; task_id?: string });
  expect(events.map(({ type }) => type).slice(0, 2)).toEqual([
    'session.opened',
    'session.compacted',
  ]);
  expect(events.slice(2).map(({ task_id }) => task_id)).toEqual([
    ...Array.from({ length: first.generation }, () => first.id),
    ...Array.from({ length: second.generation }, () => second.id),
  ]);
  const whole = await runNow('sessions', 'export', 's1', '--form', 'transcript', ...place.database);
  expect(JSON.parse(whole.stdout)).toMatchObject(
    ['one', 'heard one', 'two', 'heard two'].map((content) => ({ content })),
  );
});

it('forks a session, which then goes on from there', async () => {
  const place = newPlace();
  await opened(place, 's1', { type: 'session.set', settings: { model: 'a/b' } });
  const first = await said(place, 's1', 'one');
  await said(place, 's1', 'two');
  const newest = await runNow('sessions', 'fork', 's1', ...place.database);
  expect(newest).toMatchObject({ code: 0, stderr: '' });
  const task = await said(place, newest.stdout.trim(), 'three');
  expect(task.origin.history).toHaveLength(4);
  expect(task.origin.turn?.model).toBe('a/b');
  const after = ['--after', first.id, '--json'];
  const earlier = await runNow('sessions', 'fork', 's1', ...after, ...place.database);
  const { id } = JSON.parse(earlier.stdout) as { id: string };
  expect((await said(place, id, 'four')).origin.history).toHaveLength(2);
  const again = await runNow('sessions', 'fork', id, ...place.database);
  expect((await said(place, again.stdout.trim(), 'five')).origin.history).toHaveLength(4);
  const unknown = await runNow('sessions', 'fork', 's1', '--after', 'odd', ...place.database);
  expect(unknown).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('no finished turn odd'),
  });
});

it('closes a session, once, until something is said in it', async () => {
  const place = newPlace();
  await opened(place, 's1');
  const close = () => runNow('sessions', 'close', 's1', ...place.database);
  expect(await close()).toEqual({ code: 0, stdout: 'session s1 is closed\n', stderr: '' });
  expect(await close()).toMatchObject({ code: 0 });
  const key = { principal: 'ann', id: 's1' };
  expect(await place.backend.sessions.get(key)).toMatchObject({ isClosed: true, generation: 2 });
  await said(place, 's1', 'one');
  expect(await place.backend.sessions.get(key)).toMatchObject({ isClosed: false });
});

it('deletes a session with all its turns and texts, but not while a turn is open', async () => {
  const place = newPlace();
  const { backend, path, database } = place;
  await opened(place, 's1', { type: 'session.named', name: 'words of a name' });
  await said(place, 's1', 'words of a message');
  const open = await said(place, 's1', 'wait', 'asker');
  const other = await said(place, 's2', 'other');
  const remove = () => runNow('sessions', 'delete', 's1', ...database);
  expect(await remove()).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`turn ${open.id} of session s1 has not ended: end it with`),
  });
  expect((await backend.tasks.list({ limit: 9 })).total).toBe(3);
  await backend.runner.cancel(open.id);
  expect(await remove()).toEqual({
    code: 0,
    stdout: 'deleted session s1 with 2 turns\n',
    stderr: '',
  });
  expect((await backend.tasks.list({ limit: 9 })).tasks.map(({ id }) => id)).toEqual([other.id]);
  expect(await remove()).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('timestep sessions list --closed'),
  });
  await backend.close(0);
  // The next process removes what the records left in bytes that are not used.
  const next = openSqlite({ path, agents: AGENTS });
  onTestFinished(() => next.close(0));
  const isLeft = () =>
    [path, `${path}-wal`]
      .filter((file) => existsSync(file))
      .some((file) => readFileSync(file).includes('words of a'));
  await expect.poll(isLeft, { timeout: 60_000 }).toBe(false);
});

it('asks whose session is meant where several principals have one of that id', async () => {
  const place = newPlace();
  await opened(place, 's1');
  await place.backend.sessions.append(
    { principal: 'bob', id: 's1' },
    0,
    [{ type: 'session.opened', sessionId: 's1', principal: 'bob', agent: 'asker' }],
    1,
  );
  const show = (...more: string[]) => runNow('sessions', 'show', 's1', ...more, ...place.database);
  expect(await show()).toMatchObject({ code: 2, stderr: expect.stringContaining('--principal') });
  expect((await show('--principal', 'bob')).stdout).toMatch(/^Agent +asker$/m);
});

it('takes the beginning of an id that only one session has, and of a turn', async () => {
  const place = newPlace();
  await opened(place, '01a4-first');
  await opened(place, '01a5-second');
  const turn = await said(place, '01a5-second', 'one');
  const run = (...words: string[]) => runNow('sessions', ...words, ...place.database);
  expect((await run('show', '01a4')).stdout).toContain('01a4-first');
  const forked = await run('fork', '01a5', '--after', turn.id.slice(0, -1), '--json');
  expect(JSON.parse(forked.stdout)).toMatchObject({ id: expect.any(String) });
  expect(await run('close', '01a')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(
      /several sessions begin with 01a: (01a5-second, 01a4-first|01a4-first, 01a5-second); give more/,
    ),
  });
  expect(await run('close', '01a4')).toMatchObject({ stdout: 'session 01a4-first is closed\n' });
  expect(await run('show', '01b')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('unknown session 01b'),
  });
});

it('takes a whole id also where others begin with it', async () => {
  const place = newPlace();
  await opened(place, 's1');
  await opened(place, 's10');
  const shown = await runNow('sessions', 'close', 's1', ...place.database);
  expect(shown.stdout).toBe('session s1 is closed\n');
});
