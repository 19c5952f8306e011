/** A push target of a database that was written earlier hears what it was not told, and what comes. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PUSH_PORT } from './agents.ts';
import { GENERATIONS, writtenOf } from './generation.ts';
import { openGeneration, type Opened } from './opened.ts';
import { send } from './protocol.ts';

/** What a receiver is told of a task, in A2A 1.0. */
interface Notification {
  readonly statusUpdate?: { readonly taskId: string; readonly status: { readonly state: string } };
  readonly artifactUpdate?: {
    readonly artifact: { readonly parts: readonly { readonly text?: string }[] };
  };
}

describe.each(GENERATIONS)('the push target of %s', (generation) => {
  const id = writtenOf(generation).database.tasks['payer']?.id ?? '';
  const heard: string[] = [];
  const receiver = createServer((request, response) => {
    void json(request).then((body) => {
      const { statusUpdate, artifactUpdate } = body as Notification;
      if (statusUpdate?.taskId === id) heard.push(statusUpdate.status.state);
      for (const { text = '' } of artifactUpdate?.artifact.parts ?? []) heard.push(text);
      response.end();
    });
  });
  let opened: Opened;

  beforeAll(async () => {
    await listenAlone(receiver);
    opened = await openGeneration(generation, { mayPush: true });
  });
  afterAll(async () => {
    await opened.close();
    receiver.close();
    receiver.closeAllConnections();
  });

  it('hears that the task waits, and then how it ends', async () => {
    const missed = ['TASK_STATE_WORKING', 'TASK_STATE_INPUT_REQUIRED'];
    await expect.poll(() => heard).toEqual(missed);
    const parts = [{ text: 'yes' }];
    await send(opened.main.url, 'payer', { messageId: 'n-payer', taskId: id, parts });
    await expect.poll(() => heard.at(-1)).toBe('TASK_STATE_COMPLETED');
    expect(heard).toEqual([...missed, 'TASK_STATE_WORKING', 'Paid 42.', 'TASK_STATE_COMPLETED']);
  });
});

/** Waits for the port while another run of this test has it, whose notifications are the same. */
async function listenAlone(receiver: Server): Promise<void> {
  for (;;) {
    try {
      await once(receiver.listen(PUSH_PORT, '127.0.0.1'), 'listening');
      return;
    } catch (thrown) {
      if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'EADDRINUSE'))
        throw thrown;
      await pause(100);
    }
  }
}
