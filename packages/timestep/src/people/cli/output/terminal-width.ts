import type { CommandContext } from '../command.ts';

const DEFAULT_COLUMNS = 100;

/** Returns the columns of the terminal, of the variable COLUMNS, or the usual number. */
export function getTerminalWidth({ getTerminal, env }: CommandContext): number {
  const columns = getTerminal?.()?.size().columns ?? Number(env['COLUMNS']);
  return Number.isInteger(columns) && columns > 0 ? columns : DEFAULT_COLUMNS;
}
