import { omitUndefined } from '#core';
import type { ServerFailure, ServerPing, ServerProtocol, ServerStatus } from '#engine/port';
import type { LinkChange } from '#protocols/mcp';
import type { ToolServer } from '#agents/folder';
import { describeServerFailure } from './server-failure.ts';
import { createServerLog, type ServerLog, type ServerLogOptions } from './server-log.ts';
import { createServerMessageStore, type ServerMessages } from './server-messages.ts';

export interface ServerRecord {
  readonly log: ServerLog;
  readonly messages: ServerMessages;
  recordLinkChange(change: LinkChange): void;
  recordTools(tools: number, malformed: readonly string[]): void;
  /** Stores a failed tool listing, and returns the failure to report. */
  recordListFailure(thrown: unknown): ServerFailure;
  recordPing(outcome: ServerPing): void;
  recordClose(): void;
  getStatus(): ServerStatus;
}

export function createServerRecord(
  { name, target }: ToolServer,
  options: ServerLogOptions,
): ServerRecord {
  const { now } = options;
  const messages = createServerMessageStore(options);
  const log = createServerLog(options);
  const kind = 'command' in target ? 'command' : 'url' in target ? 'address' : 'inner';
  let state: 'idle' | 'connecting' | 'connected' | 'down' = 'idle';
  let tools: number | undefined;
  let malformedTools: readonly string[] = [];
  let lastError: ServerFailure | undefined;
  let lastPing: ServerPing | undefined;
  let since: number | undefined;
  let protocol: ServerProtocol | undefined;

  function recordServerState(next: typeof state): void {
    if (next !== state) since = now();
    state = next;
  }

  function setServerDown(why: string): ServerFailure {
    log.endCurrentLine();
    recordServerState('down');
    const lastWords = kind === 'command' ? log.findLastWords() : undefined;
    lastError = omitUndefined({ at: now(), why, lastWords });
    return lastError;
  }

  return {
    log,
    messages,
    recordLinkChange(change) {
      if (change.state === 'connecting' || change.state === 'connected') {
        if (change.state === 'connecting') {
          lastPing = undefined;
          log.beginProcess();
        } else ({ protocol } = change);
        recordServerState(change.state);
        return;
      }
      const lost = kind === 'command' ? 'its process has ended' : 'it has closed the connection';
      setServerDown(change.error === undefined ? lost : describeServerFailure(change.error));
    },
    recordTools(count, malformed) {
      recordServerState('connected');
      tools = count;
      malformedTools = malformed;
    },
    recordListFailure: (thrown) => setServerDown(describeServerFailure(thrown)),
    recordPing(outcome) {
      lastPing = outcome;
      if ('why' in outcome) lastError = outcome;
    },
    recordClose() {
      log.endCurrentLine();
      recordServerState('idle');
    },
    getStatus: () => ({
      name,
      kind,
      state: state !== 'down' ? state : tools === undefined ? 'left-out' : 'failed',
      tools: tools ?? 0,
      malformedTools,
      ...omitUndefined({ since, protocol, lastError, lastPing }),
    }),
  };
}
