import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as after } from 'node:timers/promises';
import { Connection } from '@temporalio/client';
import { freePort, startOnPort } from './free-port.ts';
import { temporalBinary } from './temporal-binary.ts';

/** A Temporal server for tests: a running server, or a separate one. */
export interface TemporalServer {
  readonly address: string;
  /**
   * Kills the server immediately, in the middle of its work. Only for a separate server of the
   * tests.
   */
  kill(): Promise<void>;
  /** Starts the server again on the same file and port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * A server with one shard looks for new work at most twenty times a second, and its SQLite waits
 * for the disk at every step. The settings avoid both, because neither is tested: after a kill, the
 * operating system still has the written data, and only a power failure would lose it.
 */
const UNHURRIED = ['transfer', 'timer', 'visibility'];
const LOOKS_A_SECOND = 2000;
const WITHOUT_WAITING = [
  ...UNHURRIED.flatMap((kind) => [
    '--dynamic-config-value',
    `history.${kind}ProcessorMaxPollRPS=${LOOKS_A_SECOND}`,
  ]),
  '--sqlite-pragma',
  'synchronous=off',
];

/** Starts a server with its data in that file, or connects to `TEMPORAL_ADDRESS`. */
export async function startTemporal(file: string): Promise<TemporalServer> {
  const address = process.env['TEMPORAL_ADDRESS'];
  if (address !== undefined) {
    const refuse = () => Promise.reject(new Error('the server at TEMPORAL_ADDRESS is not ours'));
    return { address, kill: refuse, restart: refuse, stop: async () => undefined };
  }
  return startOwnTemporal(file);
}

/** Starts a separate server of the test, which it may kill. */
export async function startOwnTemporal(file: string): Promise<TemporalServer> {
  const binary = temporalBinary();
  if (binary === undefined) throw new Error('there is no Temporal server to start');
  const program = binary;
  let port = await freePort();
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    const metrics = await freePort();
    const args = ['server', 'start-dev', '--headless', '--ip', '127.0.0.1', '--log-level', 'error'];
    const places = ['--port', String(port), '--metrics-port', String(metrics)];
    const given = [...args, ...WITHOUT_WAITING, ...places, '--db-filename', file];
    child = spawn(program, given, { stdio: 'ignore' });
    await reached(`127.0.0.1:${port}`, child);
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child?.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  }

  await startOnPort(start, async () => {
    port = await freePort();
  });
  const address = `127.0.0.1:${port}`;
  const stopWatching = restartIfInterrupted(address, async () => {
    await end('SIGKILL');
    await start();
  });
  return {
    address,
    kill: () => end('SIGKILL'),
    restart: start,
    async stop() {
      stopWatching();
      await end('SIGKILL');
    },
  };
}

/** Milliseconds between two looks at whether the server still reads its database. */
const LOOK_MS = 1000;

/**
 * Restarts a server whose SQLite fails every statement as interrupted. A canceled request may leave the development
 * server in this state for good. Returns a function that ends the watch.
 */
function restartIfInterrupted(address: string, restart: () => Promise<void>): () => void {
  const connection = Connection.lazy({ address });
  let isLooking = false;
  async function look(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    try {
      await connection.workflowService.describeNamespace({ namespace: 'default' });
    } catch (thrown) {
      if (String(thrown).includes('interrupted (9)')) await restart();
    } finally {
      isLooking = false;
    }
  }
  const timer = setInterval(() => void look(), LOOK_MS);
  return () => {
    clearInterval(timer);
    void connection.close();
  };
}

/** Resolves once the server responds; rejects when its process ends. */
async function reached(address: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    try {
      const connection = await Connection.connect({ address, connectTimeout: 5000 });
      await connection.workflowService.describeNamespace({ namespace: 'default' });
      await connection.close();
      return;
    } catch {
      await after(100);
    }
  }
}
