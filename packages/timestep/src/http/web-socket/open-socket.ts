import { createHash } from 'node:crypto';
import type { Duplex } from 'node:stream';
import {
  closeFrame,
  frameReader,
  pingFrame,
  pongFrame,
  textFrame,
  type CloseCode,
} from './frames.ts';
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

/** How long a peer that is asked to go may take. */
const GOODBYE_MS = 1000;

/** The value that proves that a server understood the request (RFC 6455, section 4.2.2). */
export function acceptanceOf(key: string): string {
  return createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
}

/** Joins the socket of an accepted request with the talk that uses it. */
export function openSocket(socket: Duplex, talk: Talk, options: SocketOptions): OpenSocket {
  const gone = Promise.withResolvers<void>();
  const left = new AbortController();
  const reader = frameReader(options.mostBytes);
  const inbox = textQueue();
  let isAlive = true;
  let isClosing = false;

  function close(code: CloseCode, reason: string): void {
    inbox.end();
    if (isClosing) return;
    isClosing = true;
    socket.end(closeFrame(code, reason));
    setTimeout(() => socket.destroy(), GOODBYE_MS).unref();
  }

  const pulse = setInterval(() => {
    if (!isAlive) socket.destroy();
    isAlive = false;
    if (!isClosing && socket.writable) socket.write(pingFrame());
  }, options.pingMs);
  pulse.unref();

  socket.on('data', (bytes: Buffer) => {
    isAlive = true;
    for (const said of reader.take(bytes)) {
      switch (said.kind) {
        case 'text':
          inbox.add(said.text);
          break;
        case 'ping':
          if (!isClosing) socket.write(pongFrame(said.payload));
          break;
        case 'pong':
          break;
        case 'close':
          close(1000, '');
          left.abort();
          break;
        case 'broken':
          close(said.code, said.reason);
          left.abort();
          break;
      }
    }
    if (inbox.size() > MOST_WAITING) socket.pause();
  });
  // A peer may go at any time.
  socket.on('error', () => socket.destroy());
  socket.on('end', () => socket.end());
  socket.once('close', () => {
    clearInterval(pulse);
    inbox.end();
    left.abort();
    gone.resolve();
  });

  void talk({
    signal: left.signal,
    texts: inbox.texts(() => socket.resume()),
    async send(text) {
      if (isClosing || !socket.writable) return;
      if (!socket.write(textFrame(text))) await roomIn(socket);
    },
  }).then(
    () => close(1000, ''),
    (thrown: unknown) => {
      options.onError(thrown);
      close(1011, 'the server failed');
    },
  );
  return { end: () => inbox.end(), destroy: () => socket.destroy(), gone: gone.promise };
}

function roomIn(socket: Duplex): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      socket.off('drain', done).off('close', done);
      resolve();
    };
    socket.once('drain', done).once('close', done);
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
