import { execFile } from 'node:child_process';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';

const MEGABYTE = 1024 * 1024;
/** How much each answer is once it is no longer compressed. */
const MEGABYTES = 3000;

/** 3 MB of gzip, which is 3 GB of these bytes: members of a gzip file may follow each other. */
function bombOf(content: string): Buffer {
  const times = Math.floor(MEGABYTE / content.length);
  const member = gzipSync(Buffer.from(content.repeat(times)));
  return Buffer.concat(Array<Buffer>(MEGABYTES).fill(member));
}

const SPACES = bombOf(' ');
const LINE = bombOf('x');
const EVENTS = bombOf(`: ${'x'.repeat(64 * 1024)}\n\n`);

function send(response: ServerResponse, type: string, bomb: Buffer): void {
  response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' });
  response.end(bomb);
}

function answer(path: string, response: ServerResponse): void {
  const [, place = '', ...rest] = path.split('/');
  const json = 'application/json';
  const stream = 'text/event-stream';
  if (place === 'bomb') return send(response, json, SPACES);
  if (place === 'event') return send(response, stream, LINE);
  if (rest.length === 0) {
    if (place === 'asked') return send(response, json, SPACES);
    return send(response, stream, place === 'flooded' ? EVENTS : LINE);
  }
  const { port } = response.req.socket.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/${place}`;
  const card = { name: 'peer', url, capabilities: { streaming: place !== 'asked' } };
  response.writeHead(200, { 'content-type': json });
  response.end(JSON.stringify(card));
}

async function bombing(): Promise<string> {
  const server: Server = createServer((request, response) => {
    request.resume();
    answer(request.url ?? '', response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Attempt {
  readonly name: string;
  readonly ended: string;
  readonly megabytes: number;
}

it('survives answers of 3 MB that become 3 GB, in a process of little memory', async () => {
  const program = fileURLToPath(new URL('bombs-process.fixture.ts', import.meta.url));
  const options = ['--conditions=@timestep/source', '--max-old-space-size=256'];
  const url = await bombing();
  const { stdout, code } = await new Promise<{ stdout: string; code: unknown }>((resolve) => {
    execFile(process.execPath, [...options, program, url], (error, text, complaint) =>
      resolve({ stdout: text + complaint, code: error?.code ?? error?.signal ?? 0 }),
    );
  });
  expect([code, stdout]).toEqual([0, expect.any(String)]);
  const attempts = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Attempt);
  expect(attempts.map(({ name, ended }) => [name, ended])).toEqual([
    ['a2a card', 'bad-response'],
    ['a2a answer', 'bad-response'],
    ['a2a event', 'bad-response'],
    ['a2a events', 'bad-response'],
    ['mcp answer', 'unreachable'],
    ['mcp event', 'unreachable'],
    ['model answer', 'provider-error'],
    ['model event', 'provider-error'],
  ]);
  // The program takes about 200 of these, and more where a busy machine clears memory late.
  expect(Math.max(...attempts.map(({ megabytes }) => megabytes))).toBeLessThan(1000);
});
