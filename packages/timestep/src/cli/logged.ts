import type { Backend } from '../port/index.ts';
import type { Command, Surroundings } from './command.ts';
import { LOG_OPTIONS, openLog } from './log-options.ts';

/** A command that writes a log where it is asked for one. */
export function logged(command: Command): Command {
  return {
    ...command,
    options: { ...command.options, ...LOG_OPTIONS },
    async run(given, around) {
      const { words } = command;
      const logging = openLog(given.values, around);
      const { log } = logging;
      log?.info(
        { version: around.version, pid: process.pid },
        `timestep ${words.join(' ')} begins`,
      );
      try {
        return await command.run(given, logging);
      } finally {
        log?.info({}, `timestep ${words.join(' ')} ends`);
      }
    },
  };
}

/** Writes about the tasks of a backend that is opened, where a log was asked for. */
export async function loggedBackend(
  open: () => Promise<Backend>,
  { log }: Pick<Surroundings, 'log'>,
): Promise<Backend> {
  const backend = await open();
  if (!log) return backend;
  const { logTasks } = await import('../server/index.ts');
  const { systemClock } = await import('../runner/index.ts');
  const { createSpanFeed } = await import('../trace/index.ts');
  const onError = (thrown: unknown): void => log.error({}, String(thrown));
  logTasks(createSpanFeed(backend, { clock: systemClock, onError }), log);
  return backend;
}
