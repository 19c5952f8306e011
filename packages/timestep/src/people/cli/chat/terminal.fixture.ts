import xterm from '@xterm/headless';

/** A simulated terminal. */
export interface FixtureTerminal {
  readonly write: (text: string) => Promise<void>;
  readonly resize: (columns: number, rows: number) => void;
  /** Returns the visible lines without trailing empty ones. */
  readonly screen: () => readonly string[];
  /** Returns all lines including the scrollback, without trailing empty ones. */
  readonly everything: () => readonly string[];
  /** Returns the number of lines that were wrapped because they were too wide. */
  readonly wrapped: () => number;
  readonly size: () => { readonly columns: number; readonly rows: number };
}

export function createFixtureTerminal(columns: number, rows: number): FixtureTerminal {
  const terminal = new xterm.Terminal({
    cols: columns,
    rows,
    allowProposedApi: true,
    scrollback: 100_000,
  });
  const lineAt = (at: number): string =>
    terminal.buffer.active.getLine(at)?.translateToString(true).trimEnd() ?? '';
  const between = (from: number, to: number): string[] =>
    Array.from({ length: to - from }, (_, at) => lineAt(from + at));
  return {
    write: (text) =>
      new Promise((resolve) => {
        terminal.write(text, resolve);
      }),
    resize: (nextColumns, nextRows) => terminal.resize(nextColumns, nextRows),
    screen() {
      const { baseY } = terminal.buffer.active;
      return removeTrailingEmptyLines(between(baseY, baseY + terminal.rows));
    },
    everything: () => removeTrailingEmptyLines(between(0, terminal.buffer.active.length)),
    wrapped() {
      const { active } = terminal.buffer;
      const all = Array.from({ length: active.length }, (_, at) => active.getLine(at));
      return all.filter((line) => line?.isWrapped).length;
    },
    size: () => ({ columns: terminal.cols, rows: terminal.rows }),
  };
}

export function removeTrailingEmptyLines(lines: readonly string[]): string[] {
  const last = lines.findLastIndex((line) => line !== '');
  return lines.slice(0, last + 1);
}
