import type { ReadStream, WriteStream } from 'node:tty';

/** A terminal: what is typed comes as it was sent, and what is written goes there as it is. */
export interface TerminalPort {
  readonly size: () => { readonly columns: number; readonly rows: number };
  readonly write: (text: string) => void;
  /** Takes over the keys until the function that is returned gives them back. */
  readonly open: (onInput: (text: string) => void, onResize: () => void) => () => void;
}

/** Marks pastes, and asks for keys that do not share their codes; terminals ignore what they do not know. */
const OPENED = '\u001b[?2004h\u001b[>1u';
const CLOSED = '\u001b[<u\u001b[?2004l';

/** The terminal of this process. */
export function processTerminal(input: ReadStream, output: WriteStream): TerminalPort {
  return {
    size: () => ({ columns: output.columns || 80, rows: output.rows || 24 }),
    write: (text) => {
      output.write(text);
    },
    open(onInput, onResize) {
      const taken = (data: string | Buffer): void => onInput(data.toString());
      const { isRaw } = input;
      input.setRawMode(true);
      input.setEncoding('utf8');
      input.on('data', taken);
      input.resume();
      output.on('resize', onResize);
      output.write(OPENED);
      // A process that ends by a failure gives the terminal back, too.
      const closed = (): void => void output.write(CLOSED);
      process.once('exit', closed);
      return () => {
        process.off('exit', closed);
        closed();
        output.off('resize', onResize);
        input.off('data', taken);
        input.pause();
        input.setRawMode(isRaw);
      };
    },
  };
}
