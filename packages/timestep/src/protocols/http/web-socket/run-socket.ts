import type { WebSocket } from 'ws';
import type { WebSocketHandler } from './accept-web-socket.ts';

export interface OpenSocket {
  /** Ends the stream of received messages, so that the handler stops after its current work. */
  end(): void;
  destroy(): void;
  readonly closed: Promise<void>;
}

export interface SocketOptions {
  /** Maximum bytes of a message. A larger message closes the socket with code 1009. */
  readonly maxBytes: number;
  /** Milliseconds between pings. A client that has not responded by the next ping is disconnected. */
  readonly pingMs: number;
  readonly onError: (thrown: unknown) => void;
}

/** Bytes of unread messages above which reading pauses. */
const MAX_UNREAD_BYTES = 1024 * 1024;

/** Bytes of unsent messages above which sending waits. */
const MAX_UNSENT_BYTES = 64 * 1024;

/** Milliseconds within which the client must close the connection. */
const CLOSE_TIMEOUT_MS = 1000;

export function runSocket(
  socket: WebSocket,
  handler: WebSocketHandler,
  options: SocketOptions,
): OpenSocket {
  const gone = Promise.withResolvers<void>();
  const left = new AbortController();
  const inbox = createTextQueue();
  const pulse = startPings(socket, options.pingMs);

  function closeWebSocket(code: number, reason: string): void {
    inbox.end();
    // A paused socket would not read the client's close frame.
    socket.resume();
    socket.close(code, reason);
    setTimeout(() => socket.terminate(), CLOSE_TIMEOUT_MS).unref();
  }

  socket.binaryType = 'nodebuffer';
  socket.on('message', (data, isBinary) => {
    if (isBinary || !Buffer.isBuffer(data))
      return closeWebSocket(1003, 'only text messages are supported');
    inbox.add(data.toString('utf8'));
    if (inbox.size() > MAX_UNREAD_BYTES) socket.pause();
  });
  // The WebSocket library has already sent a close frame that names the violated rule.
  socket.on('error', () => closeWebSocket(1002, ''));
  socket.once('close', () => {
    clearInterval(pulse);
    inbox.end();
    left.abort();
    gone.resolve();
  });

  void handler({
    signal: left.signal,
    texts: inbox.texts(() => socket.resume()),
    send: (text) => sendTextIfOpen(socket, text),
  }).then(
    () => closeWebSocket(1000, ''),
    (thrown: unknown) => {
      options.onError(thrown);
      closeWebSocket(1011, 'the server failed');
    },
  );
  return { end: () => inbox.end(), destroy: () => socket.terminate(), closed: gone.promise };
}

/** Disconnects a client that does not respond. */
function startPings(socket: WebSocket, everyMs: number): NodeJS.Timeout {
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

function sendTextIfOpen(socket: WebSocket, text: string): Promise<void> {
  if (socket.readyState !== socket.OPEN) return Promise.resolve();
  return new Promise((resolve) => {
    socket.send(text, () => resolve());
    if (socket.bufferedAmount < MAX_UNSENT_BYTES) resolve();
  });
}

interface TextQueue {
  add(text: string): void;
  end(): void;
  /** Returns the number of characters that wait to be read. */
  size(): number;
  /** Yields received texts. `onRead` is called whenever a text is taken. */
  texts(onRead: () => void): AsyncGenerator<string>;
}

function createTextQueue(): TextQueue {
  const waiting: string[] = [];
  const state = { size: 0, isOver: false, wake: (): void => undefined };
  const waitForChange = (): Promise<void> =>
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
          await waitForChange();
          continue;
        }
        state.size -= text.length;
        onRead();
        yield text;
      }
    },
  };
}
