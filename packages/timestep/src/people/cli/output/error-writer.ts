import { formatForeignBlock } from '#core';

type WriteText = (text: string) => void;

/** Returns to the start of the line and clears it. */
export const CLEAR_LINE = '\r\u001b[K';

export function writeErrorLine(writeError: WriteText, text: string): void {
  writeError(`timestep: ${formatForeignBlock(text)}\n`);
}

/** Creates a function that writes errors to standard error, one per line, with secrets masked. */
export function createErrorWriter(
  writeError: WriteText,
  mask: (text: string) => string = (text) => text,
): (thrown: unknown) => void {
  return (thrown) =>
    writeErrorLine(writeError, mask(thrown instanceof Error ? thrown.message : String(thrown)));
}
