import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished, vi } from 'vitest';
import { agentBuiltinEcho } from '#agents/model';
import { createTestAgent } from '../agents.fixture.ts';
import { enableTracing } from '../measuring/enable-tracing.ts';

const PLACE = { port: 0, database: ':memory:' };

/** Starts a collector, whose address the environment names during the test. */
async function startCollector(): Promise<readonly string[]> {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      bodies.push(body);
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', `http://127.0.0.1:${port}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  return bodies;
}

it('exports traces where the environment names a collector', async () => {
  const bodies = await startCollector();
  const agent = createTestAgent('desk', agentBuiltinEcho);
  const serving = await agent.start(PLACE);
  await agent.ask('hello');
  expect(await enableTracing(serving)).toBe(true);
  await expect(enableTracing(serving, { contents: true })).rejects.toMatchObject({
    code: 'already-traced',
  });
  await serving.close(5000);
  expect(bodies.join('')).toContain('invoke_agent desk');
});

it('leaves the export to the program where it is told to, and where nothing names a collector', async () => {
  const bodies = await startCollector();
  const agent = createTestAgent('desk', agentBuiltinEcho);
  const serving = await agent.start({ ...PLACE, tracing: false });
  await agent.ask('hello');
  await serving.close(5000);
  expect([serving.isTraced, bodies]).toEqual([undefined, []]);
  vi.unstubAllEnvs();
  const quiet = await createTestAgent('sky', agentBuiltinEcho).start(PLACE);
  expect(quiet.isTraced).toBeUndefined();
  await quiet.close(0);
});

it('refuses a variable that is wrong, and leaves no server behind', async () => {
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', 'no address');
  onTestFinished(() => void vi.unstubAllEnvs());
  const starting = createTestAgent('desk', agentBuiltinEcho).start(PLACE);
  await expect(starting).rejects.toMatchObject({ code: 'bad-endpoint' });
});
