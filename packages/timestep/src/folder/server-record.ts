import type { LinkChange } from '../mcp/index.ts';
import type {
  ServerFailure,
  ServerLine,
  ServerPing,
  ServerProtocol,
  ServerState,
  ServerStatus,
} from '../port/index.ts';
import { whyLeftOut } from './left-out.ts';
import { serverLog, type ServerLog } from './server-log.ts';
import { serverMessages, type ServerMessages } from './server-messages.ts';
import type { ToolServer } from './tool-server.ts';

/** What is known of how a server is and was. */
export interface ServerRecord {
  readonly log: ServerLog;
  readonly messages: ServerMessages;
  changed(change: LinkChange): void;
  /** The server has said which tools it has. */
  listed(tools: number, malformed: readonly string[]): void;
  /** It was not possible to list its tools. */
  notListed(thrown: unknown): void;
  pinged(outcome: ServerPing): void;
  /** The connection was ended from here. */
  ended(): void;
  status(): ServerStatus;
}

export interface ServerRecordOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly onLine?: (line: ServerLine) => void;
  /** What a server must not say aloud, as it is now. */
  readonly secrets: () => readonly string[];
}

export function serverRecord(server: ToolServer, options: ServerRecordOptions): ServerRecord {
  const { now, onLine, secrets } = options;
  const messages = serverMessages({ secrets, now });
  const log = serverLog({
    secrets,
    now,
    ...(onLine && { onLine }),
  });
  const kind = kindOf(server.target);
  let state: 'idle' | 'connecting' | 'connected' | 'down' = 'idle';
  let tools: number | undefined;
  let malformedTools: readonly string[] = [];
  let lastError: ServerFailure | undefined;
  let lastPing: ServerPing | undefined;
  let since: number | undefined;
  let protocol: ServerProtocol | undefined;

  function become(next: typeof state): void {
    if (next !== state) since = now();
    state = next;
  }

  function down(why: string): void {
    become('down');
    lastError = { at: now(), why };
  }

  return {
    log,
    messages,
    changed(change) {
      switch (change.state) {
        case 'connecting':
          lastPing = undefined;
          become('connecting');
          break;
        case 'connected':
          ({ protocol } = change);
          become('connected');
          break;
        case 'failed':
          log.end();
          down(whyLeftOut(change.error));
          break;
        case 'lost':
          log.end();
          down(kind === 'command' ? 'its process has ended' : 'it has closed the connection');
          break;
      }
    },
    listed(count, malformed) {
      become('connected');
      tools = count;
      malformedTools = malformed;
    },
    notListed: (thrown) => down(whyLeftOut(thrown)),
    pinged(outcome) {
      lastPing = outcome;
      if ('why' in outcome) lastError = outcome;
    },
    ended() {
      log.end();
      become('idle');
    },
    status: () => ({
      name: server.name,
      kind,
      state: stateOf(state, tools !== undefined),
      tools: tools ?? 0,
      malformedTools,
      ...(since !== undefined && { since }),
      ...(protocol && { protocol }),
      ...(lastError && { lastError }),
      ...(lastPing && { lastPing }),
    }),
  };
}

function kindOf(target: ToolServer['target']): NonNullable<ServerStatus['kind']> {
  if ('command' in target) return 'command';
  return 'url' in target ? 'address' : 'inner';
}

function stateOf(
  state: 'idle' | 'connecting' | 'connected' | 'down',
  wasThere: boolean,
): ServerState {
  if (state !== 'down') return state;
  return wasThere ? 'failed' : 'left-out';
}
