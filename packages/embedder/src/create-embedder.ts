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
  /** Ends the thread. Calls that are open reject; a later call starts a thread again. */
  close(): Promise<void>;
}

/** A call whose texts are not all answered. */
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

/** Texts that the thread holds at once: one to work at, one so that it need not wait. */
const MOST_AHEAD = 2;

/** Creates an embedder. Throws `EmbedderError` with `model-missing` if the model was not built. */
export function createEmbedder(): LocalEmbedder {
  const { name: model } = readDescription();
  /** Calls with texts that the thread has not got yet; the first one is next. */
  let waiting: Call[] = [];
  /** Calls whose texts the thread has got, in the order of its answers. */
  let ahead: Call[] = [];
  let thread: Worker | undefined;

  function startThread(): Worker {
    const started = new Worker(THREAD);
    started.on('message', (vector: Float32Array) => takeAnswer(vector));
    started.on('error', (thrown) => failAll(started, thrown));
    started.on('exit', () => failAll(started));
    return started;
  }

  function takeAnswer(vector: Float32Array): void {
    const call = ahead.shift();
    call?.vectors.push(vector);
    if (call?.vectors.length === call?.texts.length) call?.settle();
    askNext();
  }

  function failAll(ended: Worker, cause?: unknown): void {
    if (ended !== thread) return;
    thread = undefined;
    const open = new Set([...ahead, ...waiting]);
    [ahead, waiting] = [[], []];
    const message = 'the thread that computes the vectors ended: try again';
    for (const call of open) call.settle(new EmbedderError('thread-failed', message, { cause }));
  }

  function askNext(): void {
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
      askNext();
      try {
        return await promise;
      } finally {
        signal?.removeEventListener('abort', stop);
      }
    },
    async close() {
      const ended = thread;
      if (!ended) return;
      failAll(ended);
      await ended.terminate();
    },
  };
}

function readDescription(): ReturnType<typeof readModelDescription> {
  try {
    return readModelDescription(MODEL_FOLDER);
  } catch (cause) {
    const message = `the model is missing in ${MODEL_FOLDER}: install @timestep-ai/embedder again, or run "npm run install:embedder" in a clone`;
    throw new EmbedderError('model-missing', message, { cause });
  }
}
