import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';

/** The ports that a server reports once it listens, so that its successor has the same. */
export type Listening = Readonly<Record<'WEATHER_AGENT_PORT' | 'PERSONAL_AGENT_PORT', string>>;

/** Runs a server as a child process, and starts it again whenever something kills it. */
export async function superviseServer(file: string, args: readonly string[]): Promise<void> {
  const token = randomUUID();
  const running: { child?: ChildProcess; ports?: Listening; isStopping?: boolean } = {};
  const forward = (name: NodeJS.Signals): void => {
    running.isStopping = true;
    running.child?.kill(name);
  };
  process.on('SIGINT', forward).on('SIGTERM', forward);
  const keepPorts = (ports: Listening): void => {
    running.ports = ports;
  };
  for (let starts = 0; ; starts += 1) {
    const demo = { DEMO_TOKEN: token, DEMO_STARTS: String(starts) };
    running.child = fork(file, [...args], { env: { ...process.env, ...running.ports, ...demo } });
    running.child.on('message', keepPorts);
    const [code, signal] = (await once(running.child, 'exit')) as [number | null, string | null];
    if (running.isStopping || signal !== 'SIGKILL') {
      process.exitCode = code ?? 1;
      return;
    }
    console.log('\nThe server was killed. It starts again and goes on from its log.');
  }
}
