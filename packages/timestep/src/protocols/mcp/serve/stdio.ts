import { randomBytes } from 'node:crypto';
import { createRequestStateCodec } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { DEFAULT_HANDOFF_TIMEOUT_MS } from '../handoff/target.ts';
import { buildServer, type BuiltServer } from './server/build-server.ts';
import { compileEnvironment } from './compile.ts';
import type { EnvironmentDefinition } from './definition.ts';
import type { ErasOptions } from './eras.ts';
import { EVERYTHING } from './server/request-need.ts';
import { wallClock } from './wall-clock.ts';

/** Options for serving an environment over standard input and output. */
export type StdioOptions = Partial<Pick<ErasOptions, 'onError' | 'stateKey' | 'callTasks'>>;

/** An environment that is served over standard input and output. */
export interface StdioServing {
  /** Resolves when the client has closed its side of the connection, or after `close` was called. */
  readonly closed: Promise<void>;
  update(definition: EnvironmentDefinition): void;
  notifyResourceChanged(uri: string): void;
  close(): Promise<void>;
}

export function serveEnvironmentStdio(
  definition: EnvironmentDefinition,
  options: StdioOptions = {},
): StdioServing {
  let compiled = compileEnvironment(definition, wallClock);
  const built: BuiltServer[] = [];
  const codec = createRequestStateCodec({
    key: options.stateKey ?? randomBytes(32),
    ttlSeconds: DEFAULT_HANDOFF_TIMEOUT_MS / 1000,
  });
  const { onError, callTasks } = options;
  const ended = Promise.withResolvers<void>();
  process.stdin.once('end', ended.resolve);
  process.stdin.once('close', ended.resolve);
  const serving = serveStdio(
    ({ era }) => {
      const made = buildServer(compiled, { era, need: EVERYTHING, codec, callTasks, onError });
      built.push(made);
      return made.server;
    },
    onError ? { onerror: onError } : {},
  );
  return {
    closed: ended.promise,
    update(next) {
      compiled = compileEnvironment(next, wallClock);
      for (const server of built) server.update(compiled);
    },
    notifyResourceChanged(uri) {
      for (const server of built) server.notifyResourceChanged(uri);
    },
    async close() {
      await serving.close();
      ended.resolve();
    },
  };
}
