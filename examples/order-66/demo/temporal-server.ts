import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import { NAMESPACE, RunnerChoiceError } from '../runner-choice.ts';
import { choosePorts } from './services.ts';

/** A Temporal server with the namespace of the demo. */
export interface DemoTemporal {
  readonly address: string;
  stop(): Promise<void>;
}

const INSTALLED = join(homedir(), '.cache', 'timestep', 'temporal');
const START_MS = 120_000;
const LOOK_EVERY_MS = 100;
const ALREADY_EXISTS = 6;

/** Connects to the server in `TEMPORAL_SERVER`, or starts a server with its data in the folder. */
export async function openDemoTemporal(
  env: NodeJS.ProcessEnv,
  folder: string,
): Promise<DemoTemporal> {
  const address = env['TEMPORAL_SERVER'];
  if (address) {
    await createNamespace(address);
    return { address, stop: async () => undefined };
  }
  return startServer(env, folder);
}

async function startServer(env: NodeJS.ProcessEnv, folder: string): Promise<DemoTemporal> {
  const named = env['TEMPORAL_SERVER_BIN'];
  const program = named || (existsSync(INSTALLED) ? INSTALLED : 'temporal');
  const ports = await choosePorts({ agentA: 0, agentB: 0, driver: 0 });
  const address = `127.0.0.1:${ports.agentA}`;
  const args = ['server', 'start-dev', '--headless', '--ip', '127.0.0.1', '--log-level', 'error'];
  const places = ['--port', String(ports.agentA), '--metrics-port', String(ports.agentB)];
  const data = ['--db-filename', join(folder, 'temporal.db'), '--namespace', NAMESPACE];
  const child = spawn(program, [...args, ...places, ...data], { stdio: 'ignore' });
  let failure: Error | undefined;
  child.on('error', (error) => (failure = error));
  const killed = (): void => void child.kill('SIGKILL');
  process.once('exit', killed);
  const stop = async (): Promise<void> => {
    process.off('exit', killed);
    await waitForExit(child);
  };
  const until = Date.now() + START_MS;
  while (!(await hasNamespace(address))) {
    if (failure || child.exitCode !== null || Date.now() > until) {
      await stop();
      const message = `no Temporal server could be started (${failure?.message ?? 'it ended'}): run "npm run install:temporal", or set TEMPORAL_SERVER to a running server`;
      throw new RunnerChoiceError('no-temporal', message);
    }
    await after(LOOK_EVERY_MS);
  }
  return { address, stop };
}

async function waitForExit(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function hasNamespace(address: string): Promise<boolean> {
  try {
    const connection = await Connection.connect({ address, connectTimeout: 500 });
    try {
      await connection.workflowService.describeNamespace({ namespace: NAMESPACE });
      return true;
    } finally {
      await connection.close();
    }
  } catch {
    return false;
  }
}

async function createNamespace(address: string): Promise<void> {
  const connection = await Connection.connect({ address });
  try {
    await connection.workflowService.registerNamespace({
      namespace: NAMESPACE,
      workflowExecutionRetentionPeriod: msToTs('3 days'),
    });
  } catch (thrown) {
    const isThere = thrown instanceof Error && 'code' in thrown && thrown.code === ALREADY_EXISTS;
    if (!isThere) throw thrown;
  } finally {
    await connection.close();
  }
}
