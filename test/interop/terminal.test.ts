import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { COUNTER } from './counter-script.ts';
import { newFolder, openTerminal } from './terminal-chat.ts';

it('talks in a terminal, leaves it as it was, and goes on later', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'counter.json'), COUNTER);
  const first = openTerminal(folder, ['counter.json']);
  await first.see('Enter: send');
  first.type('the sum\r');
  await first.see('It is 42.');
  first.type('\u0003');
  await first.see('Press Ctrl+C again to quit');
  first.type('\u0003');
  expect(await first.ended).toBe(0);
  expect(first.shown()).toContain('\u001b[?25h\u001b[<u\u001b[?2004l');
  expect(first.shown()).not.toContain('\u001b[2J');
  const id = /--resume (\S+)/.exec(first.shown())?.[1] ?? '';
  const second = openTerminal(folder, ['counter.json', '--resume', id]);
  await second.see('It is 42.');
  second.type('\u001b[A\r');
  await expect.poll(() => second.shown().split('It is 42.').length).toBeGreaterThan(2);
  second.type('\u0004');
  expect(await second.ended).toBe(0);
});

it('finds an earlier conversation in a list, and edits a message in the editor of the user', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'counter.json'), COUNTER);
  // The editor reads the terminal, which must be its own meanwhile.
  const EDITOR = 'read line; echo "the $line" >';
  const first = openTerminal(folder, ['counter.json'], '', { EDITOR });
  await first.see('Enter: send');
  first.type('\u0007');
  await expect.poll(() => first.shown()).toContain('\u001b[<u\u001b[?2004l');
  first.type('sum\r');
  await first.see('› the sum');
  first.type('\r');
  await first.see('It is 42.');
  first.type('\u0004');
  expect(await first.ended).toBe(0);
  const second = openTerminal(folder, ['counter.json', '--resume']);
  await second.see('Conversations (1 of 1)');
  second.type('nothing');
  await second.see('Nothing matches.');
  second.type('\u0015THE\r');
  await second.see('It is 42.');
  second.type('\u0012su');
  await second.see('Earlier messages (1 of 1)');
  second.type('\r\r');
  await expect.poll(() => second.shown().split('It is 42.').length).toBeGreaterThan(2);
  second.type('\u0004');
  expect(await second.ended).toBe(0);
});

/** A model provider whose first answer never ends. */
async function provider(): Promise<{ readonly url: string; readonly asked: () => number }> {
  let asked = 0;
  const piece = (response: ServerResponse, content: string, reason: string | null): void => {
    const choices = [{ index: 0, delta: { content }, finish_reason: reason }];
    response.write(
      `data: ${JSON.stringify({ id: 'r', object: 'chat.completion.chunk', choices })}\n\n`,
    );
  };
  const server = createServer((request, response) => {
    request.resume();
    asked += 1;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    piece(response, 'Once upon a time', null);
    if (asked === 1) return;
    piece(response, ' there was an end.', 'stop');
    response.end('data: [DONE]\n\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/v1`, asked: () => asked };
}

it('shows the whole answer after it was killed in the middle of it', async () => {
  const folder = newFolder();
  const { url, asked } = await provider();
  const manifest = { metadata: { name: 'Teller' }, settings: { model: 'lmstudio/m' } };
  writeFileSync(join(folder, 'tsagent.json'), JSON.stringify(manifest));
  const first = openTerminal(folder, ['.'], url);
  await first.see('Enter: send');
  first.type('tell me\r');
  await first.see('Once upon a time');
  await first.kill();
  const second = openTerminal(folder, ['.', '--continue'], url);
  await second.see('Once upon a time there was an end.');
  expect(second.shown()).toContain('The process that was running this task has crashed or stopped');
  expect(asked()).toBe(2);
  second.type('\u0004');
  expect(await second.ended).toBe(0);
});
