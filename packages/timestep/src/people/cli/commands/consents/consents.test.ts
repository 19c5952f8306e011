import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { DEFAULT_LIMITS, type ApprovalDecision, type Task } from '#core';
import type { AgentFn, Backend } from '#engine/port';
import { openSqlite, systemClock, withSessions } from '#engine/runner';
import { functionEnvironment } from '#engine/tools';
import { createTestFolder, runNow } from '../../timestep.fixture.ts';

const payer: AgentFn = (messages) =>
  messages.at(-1)?.role === 'tool'
    ? { role: 'assistant', content: 'paid' }
    : {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'pay', arguments: '{}' } }],
      };
const SESSION = { principal: 'ann', id: 's1' };

/** A database that a server has open, whose agent asks before it pays. */
async function newPlace(): Promise<{
  readonly backend: Backend;
  readonly pay: (text: string, decision?: Partial<ApprovalDecision>) => Promise<Task>;
  readonly run: (...argv: string[]) => ReturnType<typeof runNow>;
}> {
  const path = join(createTestFolder(), 'tasks.db');
  const environment = functionEnvironment({ pay: { execute: () => 1, needsApproval: true } });
  const agents = [
    {
      name: 'parrot',
      agent: payer,
      toolSite: 'server',
      limits: DEFAULT_LIMITS,
      environment: () => environment,
    } as const,
  ];
  const backend = openSqlite({ path, agents });
  onTestFinished(() => backend.close(0));
  const { sessions } = backend;
  const opening = { sessionId: 's1', principal: 'ann', agent: 'parrot' };
  await sessions.append(SESSION, 0, [{ type: 'session.opened', ...opening }], Date.now());
  const runner = withSessions(backend.runner, { sessions, clock: systemClock });
  const by = { agent: 'parrot', principal: 'ann' };
  const never = new AbortController().signal;
  return {
    backend,
    async pay(text, decision) {
      const message = { role: 'user', content: text } as const;
      const { id } = await runner.submit({ ...by, messageId: text, contextId: 's1', message });
      const task = await runner.waitUntilSettled(id, never);
      if (!decision) return task;
      const approvals = [{ callId: 'c1', approved: true, ...decision }];
      await runner.submit({ ...by, messageId: `${text}!`, taskId: id, approvals });
      return runner.waitUntilSettled(id, never);
    },
    run: (...argv) => runNow('consents', ...argv, '--database', path),
  };
}

it('lists what was let run for longer, and a revoked consent asks again', async () => {
  const { pay, run } = await newPlace();
  expect((await run('list')).stdout).toBe('no consents\n');
  const first = await pay('one', { scope: 'session' });
  expect(await pay('two')).toMatchObject({ state: 'completed', steps: 2 });
  const { stdout } = await run('list');
  const [header, row] = stdout.split('\n');
  expect(header).toMatch(/^CONSENT +TOOL +SERVER +COVERS +HOLDS +AGENT +PRINCIPAL +GIVEN$/);
  expect(row).toMatch(/^\S+:1:c1 +pay +any arguments +in session s1 +parrot +ann +2/);
  const id = `${first.id}:1:c1`;
  expect(JSON.parse((await run('list', '--json')).stdout)).toMatchObject({
    consents: [
      {
        id,
        scope: 'session',
        session: 's1',
        covers: 'tool',
        principal: 'ann',
        tool: { name: 'pay' },
      },
    ],
  });
  expect((await run('revoke', id)).stdout).toBe(`revoked consent ${id} to pay\n`);
  expect((await run('list')).stdout).toBe('no consents\n');
  expect(await pay('three')).toMatchObject({ state: 'input-required' });
});

it('a consent for always holds in other contexts and after a restart, until it is revoked', async () => {
  const { backend, pay, run } = await newPlace();
  const first = await pay('one', { scope: 'always', covers: 'arguments' });
  const elsewhere = await backend.runner.submit({
    agent: 'parrot',
    principal: 'ann',
    messageId: 'm',
    message: { role: 'user', content: 'elsewhere' },
  });
  const never = new AbortController().signal;
  expect((await backend.runner.waitUntilSettled(elsewhere.id, never)).state).toBe('completed');
  const stranger = await backend.runner.submit({
    agent: 'parrot',
    principal: 'bob',
    messageId: 'm',
    message: { role: 'user', content: 'mine too?' },
  });
  const asked = await backend.runner.waitUntilSettled(stranger.id, never);
  expect(asked.state).toBe('input-required');
  const list = async (...more: string[]) => (await run('list', ...more)).stdout;
  expect(await list()).toMatch(/pay +the same arguments +until revoked +parrot +ann/);
  expect(await list('--principal', 'bob')).toBe('no consents\n');
  expect(await list('--agent', 'other')).toBe('no consents\n');
  expect((await run('revoke', `${first.id}:1:c1`)).code).toBe(0);
  expect(await pay('two')).toMatchObject({ state: 'input-required' });
});

it('says which consents there are', async () => {
  const { run } = await newPlace();
  expect(await run('revoke', 'x\u001b')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/unknown consent x\\u\{1b\}: .*timestep consents list/),
  });
  expect(await run('revoke')).toMatchObject({ code: 2 });
});

it('shows no standing consents among the sessions', async () => {
  const { backend, pay } = await newPlace();
  await pay('one', { scope: 'always' });
  const { sessions } = await backend.sessions.list({ pageSize: 10, withClosed: true });
  expect(sessions.map(({ id }) => id)).toEqual(['s1']);
});
