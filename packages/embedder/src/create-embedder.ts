import { Worker } from 'node:worker_threads';
import { EmbedderError } from './embedder-error.ts';
import { MODEL_FOLDER, readModelDescription } from './model-file.ts';

/** Computes vectors of texts in a thread of its own, which starts with the first text. */
export interface LocalEmbedder {
  /** Name of the model with the digest of its weights: vectors of different names cannot be compared. */
  readonly model: string;
  /**
   * Returns one vector of 384 numbers and length 1 for each text, in order. Calls share the thread by
   * turns, so a short one does not wait for a long one. Only the first 256 tokens of a text count.
   * Rejects with the reason of the signal, and with `EmbedderError` if the thread ends.
   */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<readonly Float32Array[]>;
  /**
   * Ends the thread and rejects the calls that still wait. A later call starts the thread again.
   */
  close(): Promise<void>;
}

/** A call of `embed` that still waits for vectors of some of its texts. */
interface Call {
  readonly texts: readonly string[];
  readonly vectors: Float32Array[];
  asked: number;
  readonly settle: (failure?: unknown) => void;
}

const THREAD = new URL(
  import.meta.url.endsWith('.ts') ? './embedding-thread.ts' : './embedding-thread.js',
  import.meta.url,
);

/** Maximum number of texts that the thread has at once: the one it computes, and the next one. */
const MOST_AHEAD = 2;

/** Creates an embedder. Throws `EmbedderError` with `model-missing` if the model was not built. */
export function createEmbedder(): LocalEmbedder {
  const { name: model } = requireModelDescription();
  /** Calls with texts that were not sent to the worker thread yet; the first one is sent next. */
  let waiting: Call[] = [];
  /** Calls whose texts were sent to the thread, in the order of its answers. */
  let ahead: Call[] = [];
  let thread: Worker | undefined;

  function startThread(): Worker {
    const started = new Worker(THREAD);
    started.on('message', (vector: Float32Array) => receiveVector(vector));
    started.on('error', (thrown) => rejectAllCalls(started, thrown));
    started.on('exit', () => rejectAllCalls(started));
    return started;
  }

  function receiveVector(vector: Float32Array): void {
    const call = ahead.shift();
    call?.vectors.push(vector);
    if (call?.vectors.length === call?.texts.length) call?.settle();
    sendNextTexts();
  }

  function rejectAllCalls(ended: Worker, cause?: unknown): void {
    if (ended !== thread) return;
    thread = undefined;
    const open = new Set([...ahead, ...waiting]);
    [ahead, waiting] = [[], []];
    const message = 'the thread that computes the vectors ended: try again';
    for (const call of open) call.settle(new EmbedderError('thread-failed', message, { cause }));
  }

  function sendNextTexts(): void {
    while (ahead.length < MOST_AHEAD) {
      const call = waiting.shift();
      if (!call) break;
      thread ??= startThread();
      thread.postMessage(call.texts[call.asked] ?? '');
      call.asked += 1;
      ahead.push(call);
      if (call.asked < call.texts.length) waiting.push(call);
    }
    // An idle thread does not keep the process alive.
    if (ahead.length > 0) thread?.ref();
    else thread?.unref();
  }

  return {
    model,
    async embed(texts, signal) {
      signal?.throwIfAborted();
      if (texts.length === 0) return [];
      const { promise, resolve, reject } = Promise.withResolvers<readonly Float32Array[]>();
      const vectors: Float32Array[] = [];
      const settle = (failure?: unknown): void =>
        failure === undefined ? resolve(vectors) : reject(failure);
      const call: Call = { texts, vectors, asked: 0, settle };
      const stop = (): void => {
        waiting = waiting.filter((other) => other !== call);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', stop, { once: true });
      waiting.push(call);
      sendNextTexts();
      try {
        return await promise;
      } finally {
        signal?.removeEventListener('abort', stop);
      }
    },
    async close() {
      const ended = thread;
      if (!ended) return;
      rejectAllCalls(ended);
      await ended.terminate();
    },
  };
}

function requireModelDescription(): ReturnType<typeof readModelDescription> {
  try {
    return readModelDescription(MODEL_FOLDER);
  } catch (cause) {
    const message = `the model is missing in ${MODEL_FOLDER}: install @timestep-ai/embedder again, or run "npm run install:embedder" in a clone`;
    throw new EmbedderError('model-missing', message, { cause });
  }
}
