import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { DEFAULT_LIMITS } from '#core';
import { functionEnvironment } from '#engine/tools';
import { openSqlite } from '#engine/runner';
import { createManualClock } from '#testing';
import { echoAgent, collectUpdates } from './conversation.fixture.ts';
import type { Conversation } from './conversation.ts';
import { openConversation } from './open-conversation.ts';

const WHO = { agent: 'guide', principal: 'ada' };

it('is one conversation for two processes that share a file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
  const clock = createManualClock(Date.now());
  const environment = functionEnvironment({});
  const served = {
    name: 'guide',
    agent: echoAgent,
    toolSite: 'server',
    limits: DEFAULT_LIMITS,
    environment: () => environment,
  } as const;
  const backends = [0, 1].map(() =>
    openSqlite({ path: join(folder, 'tasks.db'), agents: [served] }),
  );
  onTestFinished(async () => {
    for (const backend of backends) await backend.close(0);
    rmSync(folder, { recursive: true });
  });
  const sites = backends.map(({ runner, sessions }) => ({
    runner,
    sessions,
    clock,
    newId: () => 's1',
  }));
  const [here, there] = sites;
  if (!here || !there) throw new Error('no sites');
  const said = async (conversation: Conversation, text: string): Promise<void> => {
    const { id } = await conversation.send(text, text);
    await here.runner.waitUntilSettled(id, new AbortController().signal);
  };
  const mine = await openConversation(here, WHO);
  await said(mine, 'one');
  const theirs = await openConversation(there, { ...WHO, sessionId: 's1' });
  const read = collectUpdates(theirs);
  await expect.poll(() => read.lines().at(-1)).toBe('live');
  await said(mine, 'two');
  await said(theirs, 'three');
  await mine.rename('trip');
  await expect
    .poll(() => {
      clock.advance(1000);
      return read
        .lines()
        .slice(read.lines().indexOf('live') + 1)
        .toSorted();
    })
    .toEqual(
      [
        '> two',
        '< 2: two',
        'completed',
        '> three',
        '< 3: three',
        'completed',
        'session.named',
      ].toSorted(),
    );
  await read.stop();
  expect((await theirs.turns()).map(({ title }) => title)).toEqual(['one', 'two', 'three']);
});
