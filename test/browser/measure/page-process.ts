/**
 * A server with the page: `page-process.ts <port> <database> <tasks> <token>`. It prints its
 * address after this number of tasks is done.
 */
import { openSqlite, serve, type Serving } from '@timestep-ai/timestep';
import { createPageProtocol, loadShippedPage } from '@timestep-ai/timestep/page';
import { briefAgent, busyAgent } from './working-agents.ts';

const [port = '0', path = '', tasks = '0', token = ''] = process.argv.slice(2);
const AT_ONCE = 100;

const serving = await serve({
  agents: [busyAgent(), briefAgent()],
  port: Number(port),
  backend: (needs) => openSqlite({ ...needs, path }),
  protocols: [
    'a2a',
    createPageProtocol({ access: { kind: 'token', token }, files: loadShippedPage }),
  ],
});
await done(serving, Number(tasks));
process.stdout.write(`${serving.url}\n`);

async function done({ runner }: Serving, count: number): Promise<void> {
  for (let first = 0; first < count; first += AT_ONCE) {
    const ids = Array.from({ length: Math.min(AT_ONCE, count - first) }, (_, i) => first + i);
    await Promise.all(
      ids.map(async (number) => {
        const message = {
          role: 'user',
          content: `Order ${number}: is all as it should be?`,
        } as const;
        const given = { agent: 'brief', principal: '', messageId: `order-${number}`, message };
        const { id } = await runner.submit(given);
        await runner.waitUntilSettled(id, AbortSignal.timeout(60_000));
      }),
    );
  }
}
