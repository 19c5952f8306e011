import { randomBytes } from 'node:crypto';
import { createRequestStateCodec } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { DEFAULT_HANDOFF_TIMEOUT_MS } from '../handoff/tool.ts';
import { buildServer } from './build-server.ts';
import { compileEnvironment } from './compile.ts';
import type { EnvironmentDefinition } from './definition.ts';
import { EVERYTHING } from './need.ts';
import { wallClock } from './wall-clock.ts';

export interface StdioServing {
  /** Resolves when the client has closed its end, or after `close`. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/**
 * Serves an environment to the process that started this one, over standard input and output. From
 * then on nothing else may write to standard output.
 */
export function serveEnvironmentStdio(
  definition: EnvironmentDefinition,
  options: { readonly onError?: (error: Error) => void } = {},
): StdioServing {
  const compiled = compileEnvironment(definition, wallClock);
  const codec = createRequestStateCodec({
    key: randomBytes(32),
    ttlSeconds: DEFAULT_HANDOFF_TIMEOUT_MS / 1000,
  });
  const { onError } = options;
  const over = Promise.withResolvers<void>();
  process.stdin.once('end', over.resolve);
  process.stdin.once('close', over.resolve);
  const serving = serveStdio(
    ({ era }) => buildServer(compiled, { era, need: EVERYTHING, codec }),
    onError ? { onerror: onError } : {},
  );
  return {
    closed: over.promise,
    async close() {
      await serving.close();
      over.resolve();
    },
  };
}
