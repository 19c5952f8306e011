import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';

const PATHS = ['/', '/message:send', '/v1/responses', '/agents/echo'];
const CALLERS = 200;
const SENT = Buffer.alloc(3 * 1024 * 1024, 0x20);

interface Told {
  readonly port: number;
  readonly megabytes: number;
}

/** Begins a request and sends all of its body but the end; resolves once it is sent, or refused. */
async function begun(port: number, path: string): Promise<{ socket: Socket; said: () => string }> {
  const socket = connect(port, '127.0.0.1');
  let said = '';
  socket.on('data', (chunk) => (said += String(chunk)));
  // A server that does not read on may cut the connection off.
  socket.on('error', () => undefined);
  const head = `POST ${path} HTTP/1.1\r\nhost: localhost\r\na2a-version: 1.0\r\ncontent-type: application/json\r\n`;
  socket.write(`${head}content-length: ${SENT.length + 1}\r\n\r\n`);
  const sent = new Promise<void>((resolve) => socket.write(SENT, () => resolve()));
  await Promise.race([sent, once(socket, 'close')]);
  return { socket, said: () => said };
}

it('holds little of bodies that never end, and answers everybody else', async () => {
  const program = fileURLToPath(new URL('flood-process.fixture.ts', import.meta.url));
  const child = spawn(process.execPath, ['--conditions=@timestep/source', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const told = async () => JSON.parse(String((await lines.next()).value)) as Told;
  const { port, megabytes: before } = await told();
  const callers: Awaited<ReturnType<typeof begun>>[] = [];
  for (let from = 0; from < CALLERS; from += 20) {
    const some = Array.from({ length: 20 }, (_, at) => PATHS[(from + at) % PATHS.length] ?? '/');
    callers.push(...(await Promise.all(some.map((path) => begun(port, path)))));
  }
  const answer = await fetch(`http://127.0.0.1:${port}/v1/responses`, {
    method: 'POST',
    body: JSON.stringify({ input: 'hello' }),
  });
  expect(await answer.json()).toMatchObject({ status: 'completed' });
  child.stdin.write('how much?\n');
  const { megabytes } = await told();
  const refused = callers.map(({ said }) => said()).filter((said) => said !== '');
  expect(refused.length).toBeGreaterThan(CALLERS / 2);
  for (const said of refused) expect(said).toMatch(/^HTTP\/1.1 503 [^]*retry-after: \d+/i);
  expect(megabytes - before).toBeLessThan(300);
  for (const { socket } of callers) socket.destroy();
});
