import type { SessionStore, StoredTasks } from '#engine/port';
import { chooseTaskBackend } from '../backends/choose-backend.ts';
import {
  JSON_OPTION,
  type Command,
  type CommandArguments,
  type CommandContext,
  type OptionValues,
} from '../command.ts';
import { formatResult } from '../output/plain-text.ts';

export interface Stores {
  readonly tasks: StoredTasks;
  readonly sessions: SessionStore;
}

type Access = 'read' | 'write';

/** A command on stored tasks and sessions that prints one result, also as JSON. */
export interface StoredCommand<T> extends Omit<Command, 'run' | 'backend' | 'options'> {
  /** Options of the command. `--json` is added to them. */
  readonly options?: Command['options'];
  readonly access: Access | ((values: OptionValues) => Access);
  /**
   * Checks the command line before the database is opened. Returns the function to run with the
   * stores.
   */
  readonly prepare: (
    call: CommandArguments,
    context: CommandContext,
  ) => (stores: Stores) => Promise<T>;
  readonly toJson: (result: T) => unknown;
  readonly indent?: number;
  readonly formatLines: (result: T, now: number) => readonly string[];
}

export function createStoredCommand<T>(stored: StoredCommand<T>): Command {
  const { options, access, prepare, toJson, indent, formatLines, ...command } = stored;
  return {
    ...command,
    options: { ...options, json: JSON_OPTION },
    backend: 'tasks',
    async run(call, context) {
      const { values } = call;
      const act = prepare(call, context);
      const needed = typeof access === 'function' ? access(values) : access;
      const { backend, location } = chooseTaskBackend(values, context);
      const result = await backend.withTasks(location, needed, (tasks, sessions) =>
        act({ tasks, sessions }),
      );
      context.write(formatResult(values, toJson(result), formatLines(result, context.now), indent));
    },
  };
}
