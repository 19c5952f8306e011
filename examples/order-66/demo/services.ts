import { createServer, type AddressInfo } from 'node:net';
import { readLogLine, type LogLine, type Service } from '../log.ts';
import { supervise, type Exit, type SupervisedService } from './supervisor.ts';

export interface Ports {
  readonly agentA: number;
  readonly agentB: number;
  readonly driver: number;
}

export interface ServicesOptions {
  readonly ports: Ports;
  readonly stateDir: string;
  readonly runner: string;
  /** Variables added to the environment of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** Node arguments of the services; default: the arguments of this process. */
  readonly nodeArgs?: readonly string[];
  readonly restartPauseMs?: number;
  readonly onLine?: (line: LogLine) => void;
  readonly onExit?: (name: Service, exit: Exit) => void;
}

/** The three processes; each is restarted when it exits. */
export interface Services {
  readonly agentA: SupervisedService;
  readonly agentB: SupervisedService;
  readonly driver: SupervisedService;
  /** All log lines of the services. */
  readonly lines: readonly LogLine[];
  /**
   * Resolves when all services answer. Rejects with the output of a service that exits before it is
   * ready.
   */
  ready(signal: AbortSignal): Promise<void>;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

const HEALTH_EVERY_MS = 50;

export function startServices(options: ServicesOptions): Services {
  const { ports, stateDir, runner, nodeArgs, restartPauseMs, onLine, onExit } = options;
  const lines: LogLine[] = [];
  const complaints: string[] = [];
  const env = {
    ...process.env,
    AGENT_A_PORT: String(ports.agentA),
    AGENT_B_PORT: String(ports.agentB),
    DRIVER_PORT: String(ports.driver),
    STATE_DIR: stateDir,
    ...options.env,
  };

  function start(name: Service, args: readonly string[] = []): SupervisedService {
    return supervise({
      name,
      file: `../${name}.ts`,
      args,
      env,
      ...(nodeArgs && { nodeArgs }),
      ...(restartPauseMs !== undefined && { restartPauseMs }),
      onLine(text) {
        const line = readLogLine(text);
        if (!line) return;
        lines.push(line);
        onLine?.(line);
      },
      onError: (text) => complaints.push(text),
      onExit: (exit) => onExit?.(name, exit),
    });
  }

  const agentA = start('agent-a');
  const agentB = start('agent-b', ['--runner', runner]);
  const driver = start('driver');
  const all = [agentA, agentB, driver];
  const urls = [ports.agentA, ports.agentB, ports.driver].map((port) => `http://127.0.0.1:${port}`);

  async function ready(signal: AbortSignal): Promise<void> {
    while (!(await allAnswer(urls))) {
      signal.throwIfAborted();
      const dead = all.find(({ name, exits }) => exits.length > 0 && !hasStarted(name));
      if (dead) throw new Error(`${dead.name} did not start: ${describeExit(dead.name)}`);
      await new Promise((resolve) => setTimeout(resolve, HEALTH_EVERY_MS));
    }
  }

  function hasStarted(name: string): boolean {
    return lines.some(({ service, event }) => service === name && event === 'service_started');
  }

  function describeExit(name: string): string {
    const told = lines.find(({ service, event }) => service === name && event === 'service_error');
    return String(told?.['reason'] ?? complaints.at(-1) ?? 'it did not say why');
  }

  return {
    agentA,
    agentB,
    driver,
    lines,
    ready,
    async stop(signal) {
      await Promise.all(all.map((one) => one.stop(signal)));
    },
  };
}

/** Replaces each port 0 with a free port. A service keeps its port after a restart. */
export async function choosePorts(ports: Ports): Promise<Ports> {
  const servers = Object.entries(ports).map(async ([name, port]) => {
    if (port !== 0) return { name, port, close: () => undefined };
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port: free } = server.address() as AddressInfo;
    return { name, port: free, close: () => server.close() };
  });
  // All ports are reserved concurrently, so that no two are equal.
  const chosen = await Promise.all(servers);
  for (const { close } of chosen) close();
  return Object.fromEntries(chosen.map(({ name, port }) => [name, port])) as unknown as Ports;
}

async function allAnswer(urls: readonly string[]): Promise<boolean> {
  const answers = urls.map(async (url) => {
    const answer = await fetch(`${url}/health`, { signal: AbortSignal.timeout(1000) });
    await answer.body?.cancel();
    return answer.ok;
  });
  const settled = await Promise.allSettled(answers);
  return settled.every((one) => one.status === 'fulfilled' && one.value);
}
