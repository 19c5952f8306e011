import type { ReadStream, WriteStream } from 'node:tty';

export interface TerminalPort {
  readonly size: () => { readonly columns: number; readonly rows: number };
  readonly write: (text: string) => void;
  /** Switches the terminal to raw input until the returned function is called. */
  readonly open: (onInput: (text: string) => void, onResize: () => void) => () => void;
}

/** Terminal codes that enable bracketed paste and unambiguous key codes. */
const OPEN_SEQUENCE = '\u001b[?2004h\u001b[>1u';
const CLOSE_SEQUENCE = '\u001b[<u\u001b[?2004l';

export function createProcessTerminal(input: ReadStream, output: WriteStream): TerminalPort {
  return {
    size: () => ({ columns: output.columns || 80, rows: output.rows || 24 }),
    write: (text) => {
      output.write(text);
    },
    open(onInput, onResize) {
      const passInput = (data: string | Buffer): void => onInput(data.toString());
      const { isRaw } = input;
      input.setRawMode(true);
      input.setEncoding('utf8');
      input.on('data', passInput);
      input.resume();
      output.on('resize', onResize);
      output.write(OPEN_SEQUENCE);
      // The terminal is also restored if the process exits because of an error.
      const restoreTerminal = (): void => void output.write(CLOSE_SEQUENCE);
      process.once('exit', restoreTerminal);
      return () => {
        process.off('exit', restoreTerminal);
        restoreTerminal();
        output.off('resize', onResize);
        input.off('data', passInput);
        input.pause();
        input.setRawMode(isRaw);
      };
    },
  };
}
