import { methods, type RequestPermissionOutcome } from '@agentclientprotocol/sdk';
import { describe, expect, it } from 'vitest';
import { createAcpFixture, formatUpdates } from './acp.fixture.ts';

const { session } = methods.agent;
const canceled: RequestPermissionOutcome = { outcome: 'cancelled' };
const allowed: RequestPermissionOutcome = { outcome: 'selected', optionId: 'allow_once' };

describe('a turn that is canceled while a permission is pending', () => {
  it.each(['cancellation first', 'answer first', 'answer alone', 'canceled twice'])(
    'ends as canceled, and its call too (%s)',
    async (order) => {
      const stage = createAcpFixture();
      let answer = Promise.withResolvers<RequestPermissionOutcome>();
      const client = await stage.connect({ permit: () => answer.promise });
      const { sessionId } = await client.createSession();
      for (let round = 1; round <= 6; round += 1) {
        answer = Promise.withResolvers();
        const ended = client.sendPrompt(sessionId, 'note milk');
        await expect.poll(() => client.asked.length).toBe(round);
        const cancel = () => client.agent.notify(session.cancel, { sessionId });
        if (order === 'answer first') answer.resolve(canceled);
        if (order !== 'answer alone') await cancel();
        if (order === 'canceled twice') await cancel();
        answer.resolve(canceled);
        expect(await ended).toBe('cancelled');
        expect(formatUpdates(client.updates).at(-1)).toBe('note milk: pending failed');
      }
      expect(await client.sendPrompt(sessionId, 'hello')).toBe('end_turn');
      expect(stage.notes).toEqual([]);
      expect(stage.errors).toEqual([]);
    },
  );

  it('ends the prompt of each client that has the session open', async () => {
    const stage = createAcpFixture();
    const first = await stage.connect();
    const { sessionId } = await first.createSession();
    const ended = first.sendPrompt(sessionId, 'note milk');
    await expect.poll(() => first.asked.length).toBe(1);
    const second = await stage.connect();
    await second.agent.request(session.load, { sessionId, cwd: '/project', mcpServers: [] });
    await expect.poll(() => second.asked.length).toBe(1);
    await second.agent.notify(session.cancel, { sessionId });
    expect(await ended).toBe('cancelled');
  });

  it('ends as canceled where the session is closed', async () => {
    const client = await createAcpFixture().connect();
    const { sessionId } = await client.createSession();
    const ended = client.sendPrompt(sessionId, 'note milk');
    await expect.poll(() => client.asked.length).toBe(1);
    await client.agent.request(session.close, { sessionId });
    expect(await ended).toBe('cancelled');
  });

  it('is canceled by a client that has not loaded the session, and asks that client nothing', async () => {
    const stage = createAcpFixture();
    const first = await stage.connect();
    const { sessionId } = await first.createSession();
    void first.sendPrompt(sessionId, 'note milk').catch(() => undefined);
    await expect.poll(() => first.asked.length).toBe(1);
    await first.close();
    const second = await stage.connect();
    await second.agent.notify(session.cancel, { sessionId });
    const readState = async () => (await stage.backend.tasks.list({ limit: 1 })).tasks[0]?.state;
    await expect.poll(readState).toBe('canceled');
    expect([second.asked, second.updates, stage.notes]).toEqual([[], [], []]);
    await second.agent.request(session.load, { sessionId, cwd: '/project', mcpServers: [] });
    expect(formatUpdates(second.updates).join('\n')).toContain('note milk: pending failed');
    expect(await second.sendPrompt(sessionId, 'hello')).toBe('end_turn');
    expect(stage.errors).toEqual([]);
  });

  it('waits for its permission still where the connection is lost', async () => {
    const stage = createAcpFixture();
    const first = await stage.connect();
    const { sessionId } = await first.createSession();
    const lost = first.sendPrompt(sessionId, 'note milk').catch(() => 'lost');
    await expect.poll(() => first.asked.length).toBe(1);
    await first.close();
    expect(await lost).toBe('lost');
    const second = await stage.connect({ permit: () => allowed });
    await second.agent.request(session.load, { sessionId, cwd: '/project', mcpServers: [] });
    await expect.poll(() => stage.notes).toEqual(['milk']);
  });
});

it('ends a turn as canceled during a tool call, and stops the tool', async () => {
  const stage = createAcpFixture();
  const client = await stage.connect();
  const { sessionId } = await client.createSession();
  for (const times of [1, 2]) {
    const ended = client.sendPrompt(sessionId, 'dig');
    await expect.poll(() => formatUpdates(client.updates).at(-1)).toMatch(/in_progress$/);
    await client.agent.notify(session.cancel, { sessionId });
    expect(await ended).toBe('cancelled');
    expect(formatUpdates(client.updates).at(-1)).toMatch(/pending in_progress failed$/);
    expect(stage.notes).toHaveLength(times);
  }
  expect(await client.sendPrompt(sessionId, 'hello')).toBe('end_turn');
  expect(stage.errors).toEqual([]);
});

describe('a parked task', () => {
  async function park() {
    const stage = createAcpFixture();
    const client = await stage.connect();
    const { sessionId } = await client.createSession();
    expect(await client.sendPrompt(sessionId, 'park')).toBe('end_turn');
    expect(formatUpdates(client.updates).at(-1)).toMatch(/^agent: Was it paid\?/);
    const readState = async () => (await stage.backend.tasks.list({ limit: 1 })).tasks[0]?.state;
    expect(await readState()).toBe('input-required');
    return { stage, client, sessionId, readState };
  }

  it('is canceled with its session, after which the next prompt is a new turn', async () => {
    const { stage, client, sessionId, readState } = await park();
    await client.agent.notify(session.cancel, { sessionId });
    await expect.poll(readState).toBe('canceled');
    expect(await client.sendPrompt(sessionId, 'hello')).toBe('end_turn');
    expect(formatUpdates(client.updates).at(-1)).toBe('agent: You said hello.');
    expect(stage.errors).toEqual([]);
  });

  it('ends the prompt that answers "cancel" as canceled', async () => {
    const { client, sessionId, readState } = await park();
    expect(await client.sendPrompt(sessionId, 'cancel')).toBe('cancelled');
    expect(await readState()).toBe('canceled');
  });
});

describe('a session that is loaded while a prompt of it runs', () => {
  it.each([1, 2])('does not fail the prompt (loaded %i times)', async (times) => {
    const stage = createAcpFixture();
    let answer = Promise.withResolvers<RequestPermissionOutcome>();
    const client = await stage.connect({ permit: () => answer.promise });
    const { sessionId } = await client.createSession();
    const ended = client.sendPrompt(sessionId, 'note milk');
    await expect.poll(() => client.asked.length).toBe(1);
    answer = Promise.withResolvers();
    const load = () =>
      client.agent.request(session.load, { sessionId, cwd: '/project', mcpServers: [] });
    await Promise.all(Array.from({ length: times }, load));
    await expect.poll(() => client.asked.length).toBeGreaterThan(1);
    answer.resolve(allowed);
    expect(await ended).toBe('end_turn');
    expect(stage.notes).toEqual(['milk']);
    expect(stage.errors).toEqual([]);
  });

  it('lets the prompt be canceled during a tool call', async () => {
    const stage = createAcpFixture();
    const client = await stage.connect();
    const { sessionId } = await client.createSession();
    const ended = client.sendPrompt(sessionId, 'dig');
    await expect.poll(() => formatUpdates(client.updates).at(-1)).toMatch(/in_progress$/);
    await client.agent.request(session.load, { sessionId, cwd: '/project', mcpServers: [] });
    await client.agent.notify(session.cancel, { sessionId });
    expect(await ended).toBe('cancelled');
    expect(stage.notes).toEqual(['stopped digging']);
    expect(stage.errors).toEqual([]);
  });

  it('lets the prompt be canceled, also while the model is waited for', async () => {
    const stage = createAcpFixture();
    const client = await stage.connect();
    const { sessionId } = await client.createSession();
    const ended = client.sendPrompt(sessionId, 'hang');
    const { runner } = stage.backend;
    const find = () => runner.list({ principal: '', agent: 'guide', pageSize: 1 });
    await expect.poll(async () => (await find()).tasks[0]?.state).toBe('working');
    await client.agent.request(session.load, { sessionId, cwd: '/project', mcpServers: [] });
    await client.agent.notify(session.cancel, { sessionId });
    expect(await ended).toBe('cancelled');
    expect(stage.errors).toEqual([]);
  });
});

it('refuses a relative working directory in words', async () => {
  const client = await createAcpFixture().connect();
  const { sessionId } = await client.createSession();
  await client.sendPrompt(sessionId, 'hello');
  for (const cwd of ['project', './project', '', '~/project']) {
    const refused = {
      code: -32602,
      message: expect.stringMatching(/cwd must be an absolute path/),
    };
    const { agent } = client;
    const given = { sessionId, cwd, mcpServers: [] };
    await expect(agent.request(session.new, { cwd, mcpServers: [] })).rejects.toMatchObject(
      refused,
    );
    await expect(agent.request(session.load, given)).rejects.toMatchObject(refused);
    await expect(agent.request(session.resume, given)).rejects.toMatchObject(refused);
    await expect(agent.request(session.list, { cwd })).rejects.toMatchObject(refused);
  }
  expect(
    await client.agent.request(session.new, { cwd: 'C:\\project', mcpServers: [] }),
  ).toHaveProperty('sessionId');
});
