import { request as requestOver } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { performance, type EventLoopUtilization } from 'node:perf_hooks';
import { CANARY, type Stage } from './stage.ts';
import type { Mutant } from './mutate.ts';

/** The result of a request. */
export interface Answered {
  /** Undefined if there was no response at all. */
  readonly status: number | undefined;
  /** The first part of the response. */
  readonly text: string;
  /** Milliseconds of processor time that this process spent meanwhile. */
  readonly busyMs: number;
  /** Milliseconds that the event loop was busy meanwhile. */
  readonly loopMs: number;
}

export type Over = 'process' | 'socket';

/** Maximum time for reading a stream that does not end. */
const MOST_TEXT = 256 * 1024;
const QUIET_MS = 40;
/** Maximum wait for a response, counted in idle time of the process. */
const PATIENCE_MS = 10_000;

/** Milliseconds of processor time and event loop time. */
interface Spent {
  readonly busyMs: number;
  readonly loopMs: number;
}

/** Starts a measurement; the returned function stops it and returns the spent time. */
export type Meter = () => () => Spent;

/**
 * Measures the time of this process. Requests are sent one after the other, so all of it belongs to
 * one request.
 */
export const processMeter: Meter = () => {
  const cpu = process.cpuUsage();
  const loop = performance.eventLoopUtilization();
  return () => {
    const { user, system } = process.cpuUsage(cpu);
    return { busyMs: (user + system) / 1000, loopMs: activeSince(loop) };
  };
};

/** Sends a request and measures the cost of its response. */
export async function sent(
  stage: Stage,
  mutant: Mutant,
  over: Over,
  meter: Meter,
): Promise<Answered> {
  const spent = meter();
  const send = over === 'process' ? withinProcess : overSocket;
  const { status, text } = await send(stage, mutant).catch((thrown: unknown) => ({
    status: undefined,
    text: `no answer: ${String(thrown)}`,
  }));
  return { status, text, ...spent() };
}

function activeSince(before: EventLoopUtilization): number {
  return performance.eventLoopUtilization(before).active;
}

interface Said {
  readonly status: number | undefined;
  readonly text: string;
}

async function withinProcess(stage: Stage, mutant: Mutant): Promise<Said> {
  const request = requestOf(mutant);
  // A mutant that cannot be a request cannot be sent to a server.
  if (request === undefined) return { status: 0, text: '' };
  const leave = new AbortController();
  const answering = stage.fetch(new Request(request, { signal: leave.signal }));
  const response = await beforeIdle(answering);
  if (response === undefined) return { status: undefined, text: 'no answer: it took too long' };
  try {
    return { status: response.status, text: headersOf(response) + (await soonText(response)) };
  } finally {
    leave.abort();
  }
}

function requestOf({ method, path, headers, body, sending }: Mutant): Request | undefined {
  try {
    const hasBody = body !== undefined && method !== 'GET' && method !== 'HEAD';
    return new Request(`http://localhost${path}`, {
      method,
      headers: { 'x-api-key': CANARY, ...headers },
      ...(hasBody && { body: sending === 'whole' ? Buffer.from(body) : inPieces(body, sending) }),
      duplex: 'half',
    } as RequestInit);
  } catch {
    return undefined;
  }
}

function inPieces(
  body: string | Uint8Array,
  sending: 'pieces' | 'stalled',
): ReadableStream<Uint8Array> {
  const bytes = Buffer.from(body);
  const size = Math.max(1, Math.ceil(bytes.length / 50));
  let at = 0;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      // A stalled body never ends and sends no more data.
      if (sending === 'stalled' && at >= bytes.length / 2)
        return new Promise<void>(() => undefined);
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(at, at + size));
      at += size;
    },
  });
}

async function soonText(response: Response): Promise<string> {
  if (response.body === null) return '';
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const decoder = new TextDecoder();
  let text = '';
  while (text.length < MOST_TEXT) {
    const next = await (isStream
      ? withPatience(reader.read(), QUIET_MS)
      : beforeIdle(reader.read()));
    if (next === undefined || next.done) break;
    text += decoder.decode(next.value, { stream: true });
  }
  await reader.cancel().catch(() => undefined);
  return text;
}

function headersOf({ headers }: Response): string {
  return `${[...headers].map(([name, value]) => `${name}: ${value}`).join('\n')}\n\n`;
}

function overSocket(stage: Stage, mutant: Mutant): Promise<Said> {
  const { method, path, headers, body, sending } = mutant;
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(stage.url);
    let client: ReturnType<typeof requestOver>;
    const options = { hostname, port, method, headers: { 'x-api-key': CANARY, ...headers } };
    try {
      client = requestOver({ ...options, path, agent: false });
    } catch {
      return resolve({ status: 0, text: '' });
    }
    const isOver = new AbortController();
    void idled(isOver.signal).then((idle) => idle && client.destroy(new Error('it took too long')));
    client.on('response', (response) => {
      let text = JSON.stringify(response.headers);
      let quiet: NodeJS.Timeout | undefined;
      const end = (): void => {
        isOver.abort();
        clearTimeout(quiet);
        resolve({ status: response.statusCode, text });
        client.destroy();
      };
      const isStream = response.headers['content-type']?.startsWith('text/event-stream') === true;
      const wait = (): void => {
        clearTimeout(quiet);
        if (isStream) quiet = setTimeout(end, QUIET_MS);
      };
      wait();
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
        if (text.length > MOST_TEXT) end();
        else wait();
      });
      response.once('end', end);
      response.once('error', end);
    });
    client.once('error', (error) => {
      isOver.abort();
      reject(error);
    });
    if (body === undefined) return client.end();
    const bytes = Buffer.from(body);
    // Node omits the length for GET and DELETE, so the body would be read as another request.
    if (sending === 'whole') return client.setHeader('content-length', bytes.length).end(bytes);
    const half = bytes.subarray(0, bytes.length / 2);
    client.setHeader('transfer-encoding', 'chunked');
    client.write(half);
    if (sending === 'pieces') client.end(bytes.subarray(half.length));
  });
}

/** Returns undefined after the time limit. */
async function withPatience<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns undefined if the process was idle for too long before. */
async function beforeIdle<T>(work: Promise<T>): Promise<T | undefined> {
  const isOver = new AbortController();
  try {
    return await Promise.race([work, idled(isOver.signal).then(() => undefined)]);
  } finally {
    isOver.abort();
  }
}

const LOOKS = 20;

/** Resolves when the process has been idle for `PATIENCE_MS`; resolves with false when aborted. */
async function idled(signal: AbortSignal): Promise<boolean> {
  const before = performance.eventLoopUtilization();
  try {
    while (performance.eventLoopUtilization(before).idle < PATIENCE_MS) {
      await pause(PATIENCE_MS / LOOKS, undefined, { signal });
    }
    return true;
  } catch {
    return false;
  }
}
