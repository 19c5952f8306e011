import type { ServerLine } from '#engine/port';
import type { LogMessage } from '#protocols/mcp';
import { formatErrorOutput } from './error-output.ts';
import { createLiveMask } from './masks/live-mask.ts';
import { replaceControlCharacters } from './masks/server-secrets.ts';
import type { ToolCacheOptions } from './tool-cache.ts';

export interface ServerLog {
  addStderr(text: string): void;
  addMessage(message: LogMessage): void;
  endCurrentLine(): void;
  /** Called when a new process of the server starts: earlier log lines are not the last words of this process. */
  beginProcess(): void;
  findLastWords(): string | undefined;
  listLines(): readonly ServerLine[];
}

export interface ServerLogOptions extends Pick<ToolCacheOptions, 'now'> {
  readonly secrets: () => readonly string[];
  readonly onLine?: (line: ServerLine) => void;
}

const MOST_LINES = 200;
const LONGEST_LINE = 1000;
const CUT = '…';

export function createServerLog({ secrets, now, onLine }: ServerLogOptions): ServerLog {
  // The longest form of a secret counts, which is the URL-encoded form.
  const { mask, getLongestLength: longest } = createLiveMask(secrets);
  const kept: ServerLine[] = [];
  let open = '';
  let isCut = false;
  let ofProcess: ServerLine[] = [];

  function storeLogLine(line: ServerLine): void {
    kept.push(line);
    if (kept.length > MOST_LINES) kept.shift();
    ofProcess.push(line);
    if (ofProcess.length > MOST_LINES) ofProcess.shift();
    onLine?.(line);
  }

  function appendToUnfinishedLine(piece: string): void {
    const room = LONGEST_LINE + longest() - open.length;
    open += piece.slice(0, room);
    if (piece.length > room) isCut = true;
  }

  function flushUnfinishedLine(): void {
    const text = maskAndTruncate(open, isCut);
    if (text.trim() !== '') storeLogLine({ at: now(), from: 'stderr', text });
    open = '';
    isCut = false;
  }

  /** Masks and truncates a text. Drops its cut end, which may be the beginning of a secret. */
  function maskAndTruncate(raw: string, isCutOff: boolean): string {
    const masked = mask(replaceControlCharacters(raw));
    const whole = isCutOff ? masked.slice(0, masked.length - longest()) : masked;
    const isLong = isCutOff || whole.length > LONGEST_LINE;
    return isLong ? whole.slice(0, LONGEST_LINE) + CUT : whole;
  }

  return {
    addStderr(text) {
      const [first = '', ...others] = text.split(/[\r\n]/);
      appendToUnfinishedLine(first);
      for (const piece of others) {
        flushUnfinishedLine();
        appendToUnfinishedLine(piece);
      }
    },
    addMessage({ level, logger, data }) {
      const words = typeof data === 'string' ? data : JSON.stringify(data);
      const whole = logger === undefined ? words : `${logger}: ${words}`;
      const most = LONGEST_LINE + longest();
      const shown = maskAndTruncate(whole.slice(0, most), whole.length > most);
      const text = shown.replaceAll(/\s+/g, ' ');
      storeLogLine({
        at: now(),
        from: 'message',
        level: replaceControlCharacters(level).slice(0, 20),
        text,
      });
    },
    endCurrentLine: flushUnfinishedLine,
    beginProcess() {
      ofProcess = [];
    },
    findLastWords: () => formatErrorOutput(ofProcess),
    listLines: () => [...kept],
  };
}
