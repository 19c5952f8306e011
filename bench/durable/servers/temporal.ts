import { connect } from 'node:net';
import { join } from 'node:path';
import { temporalBinary } from '../../../test/temporal/temporal-binary.ts';
import { freePort, startProgram } from './child-server.ts';
import type { StartServer } from './server.ts';

/** Starts Temporal's development server with its data in a file, for this run only. */
export const startTemporalServer: StartServer = async (folder) => {
  const binary = temporalBinary();
  if (binary === undefined)
    throw new Error('there is no Temporal server: npm run install:temporal');
  const [port, metrics] = await Promise.all([freePort(), freePort()]);
  const args = ['server', 'start-dev', '--headless', '--ip', '127.0.0.1', '--log-level', 'error'];
  const places = ['--port', String(port), '--metrics-port', String(metrics)];
  const { pid, stop } = await startProgram(
    binary,
    [...args, ...places, '--db-filename', join(folder, 'temporal.db')],
    { cwd: folder },
    () => isListening(port),
  );
  return { address: `127.0.0.1:${port}`, pid, stop };
};

function isListening(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(port, '127.0.0.1');
  socket.on('connect', () => resolve(true));
  socket.on('error', () => resolve(false));
  return promise.finally(() => socket.destroy());
}
