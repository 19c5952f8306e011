import type { WebSocket } from 'ws';
import type { Talk } from './upgrade.ts';

/** A socket that is in use. */
export interface OpenSocket {
  /** Reads no more; the talk ends after what it is doing. */
  end(): void;
  destroy(): void;
  /** Resolves when the connection is gone. */
  readonly gone: Promise<void>;
}

/** How a socket is read. */
export interface SocketOptions {
  /** Bytes of one message; more closes the socket with 1009. */
  readonly mostBytes: number;
  /** How often the peer is asked for a sign of life; a peer that gives none until the next is gone. */
  readonly pingMs: number;
  /** Receives what a talk threw. */
  readonly onError: (thrown: unknown) => void;
}

/** Bytes of texts that wait for the talk before the peer has to wait as well. */
const MOST_WAITING = 1024 * 1024;

/** Bytes that wait for the peer before the talk has to wait as well. */
const MOST_UNSENT = 64 * 1024;

/** How long a peer that is asked to go may take. */
const GOODBYE_MS = 1000;

/** Joins an accepted socket with the talk that uses it. */
export function openSocket(socket: WebSocket, talk: Talk, options: SocketOptions): OpenSocket {
  const gone = Promise.withResolvers<void>();
  const left = new AbortController();
  const inbox = textQueue();
  const pulse = pulseOf(socket, options.pingMs);

  function close(code: number, reason: string): void {
    inbox.end();
    // A socket that is paused would not read the peer's goodbye.
    socket.resume();
    socket.close(code, reason);
    setTimeout(() => socket.terminate(), GOODBYE_MS).unref();
  }

  socket.binaryType = 'nodebuffer';
  socket.on('message', (data, isBinary) => {
    if (isBinary || !Buffer.isBuffer(data)) return close(1003, 'only texts are read');
    inbox.add(data.toString('utf8'));
    if (inbox.size() > MOST_WAITING) socket.pause();
  });
  // The library has said to the peer which rule was broken; a second close changes nothing of it.
  socket.on('error', () => close(1002, ''));
  socket.once('close', () => {
    clearInterval(pulse);
    inbox.end();
    left.abort();
    gone.resolve();
  });

  void talk({
    signal: left.signal,
    texts: inbox.texts(() => socket.resume()),
    send: (text) => sent(socket, text),
  }).then(
    () => close(1000, ''),
    (thrown: unknown) => {
      options.onError(thrown);
      close(1011, 'the server failed');
    },
  );
  return { end: () => inbox.end(), destroy: () => socket.terminate(), gone: gone.promise };
}

/** Asks the peer for signs of life, and drops a peer that gives none. */
function pulseOf(socket: WebSocket, everyMs: number): NodeJS.Timeout {
  let isAlive = true;
  const hear = (): void => {
    isAlive = true;
  };
  socket.on('pong', hear).on('message', hear);
  const pulse = setInterval(() => {
    if (!isAlive) return socket.terminate();
    isAlive = false;
    if (socket.readyState === socket.OPEN) socket.ping();
  }, everyMs);
  return pulse.unref();
}

function sent(socket: WebSocket, text: string): Promise<void> {
  if (socket.readyState !== socket.OPEN) return Promise.resolve();
  return new Promise((resolve) => {
    socket.send(text, () => resolve());
    if (socket.bufferedAmount < MOST_UNSENT) resolve();
  });
}

/** Texts in the order they came, for one reader. */
interface TextQueue {
  add(text: string): void;
  end(): void;
  /** How much waits. */
  size(): number;
  /** `onRead` is called whenever a text was taken. */
  texts(onRead: () => void): AsyncGenerator<string>;
}

function textQueue(): TextQueue {
  const waiting: string[] = [];
  const state = { size: 0, isOver: false, wake: (): void => undefined };
  const changed = (): Promise<void> =>
    new Promise((resolve) => {
      state.wake = resolve;
    });
  return {
    add(text) {
      waiting.push(text);
      state.size += text.length;
      state.wake();
    },
    end() {
      state.isOver = true;
      state.wake();
    },
    size: () => state.size,
    async *texts(onRead) {
      while (!state.isOver) {
        const text = waiting.shift();
        if (text === undefined) {
          await changed();
          continue;
        }
        state.size -= text.length;
        onRead();
        yield text;
      }
    },
  };
}
