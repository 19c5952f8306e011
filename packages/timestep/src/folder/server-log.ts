import type { LogMessage } from '../mcp/index.ts';
import type { ServerLine } from '../port/index.ts';
import { growingMask } from './growing-secrets.ts';
import { plainForm } from './server-secrets.ts';

/** The last lines that a server has said, however much it says. */
export interface ServerLog {
  /** Takes text as it comes, in pieces of any size. */
  stderr(text: string): void;
  message(message: LogMessage): void;
  /** Ends a line that has no end: the process has ended, and nothing more comes. */
  end(): void;
  lines(): readonly ServerLine[];
}

export interface ServerLogOptions {
  /** Texts that are masked wherever they occur, as they are now. */
  readonly secrets: () => readonly string[];
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly onLine?: (line: ServerLine) => void;
}

const MOST_LINES = 200;
const LONGEST_LINE = 1000;
const CUT = '…';

export function serverLog({ secrets, now, onLine }: ServerLogOptions): ServerLog {
  // As written in an address a secret is longest, and is masked there as well.
  const { mask, longest } = growingMask(secrets);
  const kept: ServerLine[] = [];
  /** The line that has not ended yet, as far as it is kept. */
  let open = '';
  let isCut = false;

  function keep(line: ServerLine): void {
    kept.push(line);
    if (kept.length > MOST_LINES) kept.shift();
    onLine?.(line);
  }

  function append(piece: string): void {
    const room = LONGEST_LINE + longest() - open.length;
    open += piece.slice(0, room);
    if (piece.length > room) isCut = true;
  }

  function endLine(): void {
    const text = said(open, isCut);
    if (text.trim() !== '') keep({ at: now(), from: 'stderr', text });
    open = '';
    isCut = false;
  }

  /** At a cut, the end may be the beginning of a secret, which no mask knows. */
  function said(raw: string, isCutOff: boolean): string {
    const masked = mask(plainForm(raw));
    const whole = isCutOff ? masked.slice(0, masked.length - longest()) : masked;
    const isLong = isCutOff || whole.length > LONGEST_LINE;
    return isLong ? whole.slice(0, LONGEST_LINE) + CUT : whole;
  }

  return {
    stderr(text) {
      const [first = '', ...others] = text.split(/[\r\n]/);
      append(first);
      for (const piece of others) {
        endLine();
        append(piece);
      }
    },
    message({ level, logger, data }) {
      const words = typeof data === 'string' ? data : JSON.stringify(data);
      const whole = logger === undefined ? words : `${logger}: ${words}`;
      const most = LONGEST_LINE + longest();
      const text = said(whole.slice(0, most), whole.length > most).replaceAll(/\s+/g, ' ');
      keep({ at: now(), from: 'message', level: plainForm(level).slice(0, 20), text });
    },
    end: endLine,
    lines: () => [...kept],
  };
}
