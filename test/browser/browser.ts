import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { browserBinary } from './browser-binary.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Said extends Fields {
  readonly id?: number;
  readonly sessionId?: string;
  readonly method?: string;
  readonly params?: Fields;
  readonly result?: Fields;
  readonly error?: { readonly message: string };
}

/** A browser that is controlled over pipes (Chrome DevTools Protocol), and listens on no port. */
export interface Browser {
  send(method: string, params?: Fields, sessionId?: string): Promise<Fields>;
  /** Subscribes to the events of a session. */
  listen(sessionId: string, heard: (method: string, params: Fields) => void): void;
  close(): Promise<void>;
}

const ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--no-first-run',
  '--hide-scrollbars',
  '--remote-debugging-pipe',
];

export async function launchBrowser(): Promise<Browser> {
  const binary = browserBinary();
  if (binary === undefined) throw new Error('there is no Chromium on this machine');
  const profile = mkdtempSync(join(tmpdir(), 'timestep-browser-'));
  const child = spawn(binary, [...ARGUMENTS, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const gone = once(child, 'exit');
  const input = child.stdio[3] as Writable;
  const output = child.stdio[4] as Readable;
  const waiting = new Map<number, PromiseWithResolvers<Fields>>();
  const listeners = new Map<string, (method: string, params: Fields) => void>();
  let last = 0;

  let begun = '';
  output.setEncoding('utf8').on('data', (text: string) => {
    const messages = (begun + text).split('\0');
    begun = messages.pop() ?? '';
    for (const message of messages) hear(JSON.parse(message) as Said);
  });

  function hear({ id, sessionId = '', method, params = {}, result = {}, error }: Said): void {
    if (method !== undefined) listeners.get(sessionId)?.(method, params);
    const answer = id === undefined ? undefined : waiting.get(id);
    if (id === undefined || !answer) return;
    waiting.delete(id);
    if (error) answer.reject(new Error(error.message));
    else answer.resolve(result);
  }

  void gone.then(() => {
    for (const { reject } of waiting.values()) reject(new Error('the browser is gone'));
  });

  return {
    send(method, params = {}, sessionId) {
      last += 1;
      const answer = Promise.withResolvers<Fields>();
      waiting.set(last, answer);
      input.write(`${JSON.stringify({ id: last, method, params, sessionId })}\0`);
      return answer.promise;
    },
    listen: (sessionId, heard) => void listeners.set(sessionId, heard),
    async close() {
      child.kill();
      await gone;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
