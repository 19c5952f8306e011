import { replaceControlCharacters } from './plain-text.ts';

type WriteText = (text: string) => void;

export function writeErrorLine(writeError: WriteText, text: string): void {
  writeError(`timestep: ${replaceControlCharacters(text)}\n`);
}

/** Creates a function that writes errors to standard error, one per line, with secrets masked. */
export function createErrorWriter(
  writeError: WriteText,
  mask: (text: string) => string = (text) => text,
): (thrown: unknown) => void {
  return (thrown) =>
    writeErrorLine(writeError, mask(thrown instanceof Error ? thrown.message : String(thrown)));
}
