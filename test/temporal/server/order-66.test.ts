import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { listen } from '@timestep-ai/timestep/http';
import { openStage, pollUntil } from '../../../examples/order-66/stage.fixture.ts';
import { openDemoTemporal } from '../../../examples/order-66/demo/temporal-server.ts';
import type { Tally, Verdict } from '../../../examples/order-66/demo/verdict.ts';
import { temporalBinary } from '../temporal-binary.ts';

const run = promisify(execFile);
const MAIN = join(import.meta.dirname, '../../../examples/order-66/main.ts');
const env = { ...process.env, TEMPORAL_SERVER_BIN: temporalBinary() };

it('tells the story on Temporal, and finds in its history what the document looks for', async () => {
  const places = ['--port-a', '0', '--port-b', '0', '--port-driver', '0'];
  const args = ['--conditions=@timestep/source', MAIN, '--runner', 'temporal', '--json', ...places];
  const told = run(process.execPath, args, {
    env: { ...env, LM_STUDIO_BASE_URL: '', RETRY_FIRST_PAUSE_MS: '50' },
  });
  // What does not hold says more than the exit code.
  const { stdout } = await told.catch((thrown: unknown) => thrown as { readonly stdout: string });
  const { rows, tally } = JSON.parse(stdout) as Verdict & { readonly tally: Tally };
  expect(rows.filter(({ holds }) => !holds)).toEqual([]);
  expect((await told).stderr).toBe('');
  expect(tally).toMatchObject({
    replies: ['r-m1', 'r-m2', 'r-m3'],
    crashes: [1],
    modelCalls: { m1: 1, m2: 1, m3: 1 },
    workflows: {
      ids: ['task-demo-1'],
      statuses: ['COMPLETED'],
      signals: ['m1', 'm2', 'm3'],
      tools: { send_reply: 3, execute_order_66: 2 },
    },
  });
});

it('shows one reply where agent B is killed when it has sent it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
  const temporal = await openDemoTemporal(env, folder);
  onTestFinished(async () => {
    await temporal.stop();
    rmSync(folder, { recursive: true });
  });
  const stage = await openStage({
    runner: 'temporal',
    env: { TEMPORAL_SERVER: temporal.address },
    // The model is down for the first message, twice.
    model: { refuseFirst: 2 },
    onLine({ service, event, messageId }, { agentB }) {
      const isReply =
        service === 'agent-a' && event === 'inbound_persisted' && messageId === 'r-m2';
      if (isReply && agentB.exits.length === 0) agentB.kill('SIGKILL');
    },
  });
  onTestFinished(() => stage.close());
  const sending = { messageId: 'm1', replyTo: '', content: 'again' };
  await stage.startTask({ taskId: 'demo-1', turns: 3 });
  await stage.ended('demo-1');
  const a = await stage.initiator('demo-1');
  expect(a).toMatchObject({ status: 'COMPLETED', sent: ['m1', 'm2', 'm3'] });
  expect(a.replies?.map(({ messageId }) => messageId)).toEqual(['r-m1', 'r-m2', 'r-m3']);
  await pollUntil(() => stage.services.agentB.exits.length === 2);
  expect(stage.services.agentB.exits).toMatchObject([{ signal: 'SIGKILL' }, { exitCode: 1 }]);
  // Twice refused, then one for each message.
  expect(stage.model.asked).toHaveLength(5);
  const refused = await stage.send('agentB', { taskId: 'demo-1', ...sending });
  expect(refused.status).not.toBe(200);
});

it('answers the next message where the receiver of a reply is away, and delivers that reply later', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'timestep-'));
  const temporal = await openDemoTemporal(env, folder);
  onTestFinished(async () => {
    await temporal.stop();
    rmSync(folder, { recursive: true });
  });
  const replies: string[] = [];
  let isBack = false;
  const sink = await listen(
    async (request) => {
      const { params } = (await request.json()) as { params: { messageId: string } };
      if (params.messageId === 'r-m1' && !isBack) return new Response('down', { status: 500 });
      replies.push(params.messageId);
      return Response.json({ jsonrpc: '2.0', result: { status: 'received' }, id: 1 });
    },
    { port: 0 },
  );
  onTestFinished(() => sink.close(0));
  const stage = await openStage({
    runner: 'temporal',
    env: { TEMPORAL_SERVER: temporal.address },
  });
  onTestFinished(() => stage.close());
  const base = { taskId: 'away', replyTo: sink.url, content: 'Hello' };
  await stage.send('agentB', { ...base, messageId: 'm1' });
  await stage.logged('agent-b', 'send_a2a_error', 'r-m1');
  await stage.send('agentB', { ...base, messageId: 'm2' });
  await pollUntil(() => replies.length > 0);
  expect(replies).toEqual(['r-m2']);
  const { agentB } = stage.services;
  agentB.kill('SIGKILL');
  await pollUntil(() => agentB.exits.length === 1);
  isBack = true;
  await pollUntil(() => replies.includes('r-m1'));
  expect(replies.filter((id) => id === 'r-m1')).toHaveLength(1);
});
