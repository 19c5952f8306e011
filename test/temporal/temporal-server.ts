import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as after } from 'node:timers/promises';
import { Connection } from '@temporalio/client';
import { freePort, startOnPort } from './free-port.ts';
import { temporalBinary } from './temporal-binary.ts';

/** A Temporal server for tests: one that runs already, or one of their own. */
export interface TemporalServer {
  readonly address: string;
  /** Ends the server at once, with what it is about to do. Only for one of the tests' own. */
  kill(): Promise<void>;
  /** Starts it again on the same file and port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * A server of one shard looks for new work at most twenty times a second, whoever waits, and its SQLite waits
 * for the disk at every step. Neither is tested: a server that is killed leaves what it has written to the
 * system, and only a machine that loses power would lose it.
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

/** A server with its data in that file, or the one that `TEMPORAL_ADDRESS` names. */
export async function startTemporal(file: string): Promise<TemporalServer> {
  const address = process.env['TEMPORAL_ADDRESS'];
  if (address !== undefined) {
    const refuse = () => Promise.reject(new Error('the server at TEMPORAL_ADDRESS is not ours'));
    return { address, kill: refuse, restart: refuse, stop: async () => undefined };
  }
  return startOwnTemporal(file);
}

/** A server of the test's own, which it may kill. */
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
  return {
    address: `127.0.0.1:${port}`,
    kill: () => end('SIGKILL'),
    restart: start,
    stop: () => end('SIGKILL'),
  };
}

/** Resolves once the server answers, for as long as its process lives. */
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
