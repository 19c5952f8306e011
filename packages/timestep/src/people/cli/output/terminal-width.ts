import type { CommandContext } from '../command.ts';

const DEFAULT_COLUMNS = 100;

/** Returns the number of columns: of the terminal, otherwise the variable COLUMNS, otherwise 100. */
export function getTerminalWidth({ getTerminal, env }: CommandContext): number {
  const columns = getTerminal?.()?.size().columns ?? Number(env['COLUMNS']);
  return Number.isInteger(columns) && columns > 0 ? columns : DEFAULT_COLUMNS;
}
