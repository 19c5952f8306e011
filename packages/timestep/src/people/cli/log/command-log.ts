import type { Backend } from '../../../engine/port/index.ts';
import type { Command, CommandContext } from '../command.ts';
import { LOG_OPTIONS, addLog } from './log-options.ts';

/** Adds the log options to a command and writes its start and end to the log. */
export function addCommandLog(command: Command): Command {
  return {
    ...command,
    options: { ...command.options, ...LOG_OPTIONS },
    async run(given, context) {
      const { words } = command;
      const logging = addLog(given.values, context);
      const { log } = logging;
      log?.info(
        { version: context.version, pid: process.pid },
        `timestep ${words.join(' ')} started`,
      );
      try {
        return await command.run(given, logging);
      } finally {
        log?.info({}, `timestep ${words.join(' ')} ended`);
      }
    },
  };
}

/** Opens a backend and logs its tasks if a log is enabled. */
export async function openLoggedBackend(
  open: () => Promise<Backend>,
  { log }: Pick<CommandContext, 'log'>,
): Promise<Backend> {
  const backend = await open();
  if (!log) return backend;
  const { logTasks } = await import('../../../serving/server/index.ts');
  const { systemClock } = await import('../../../engine/runner/index.ts');
  const { createSpanFeed } = await import('../../../protocols/trace/index.ts');
  const onError = (thrown: unknown): void => log.error({}, String(thrown));
  logTasks(createSpanFeed(backend, { clock: systemClock, onError }), log);
  return backend;
}
