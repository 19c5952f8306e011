import xterm from '@xterm/headless';

/** A terminal as people have it, without a window. */
export interface FixtureTerminal {
  readonly write: (text: string) => Promise<void>;
  readonly resize: (columns: number, rows: number) => void;
  /** The lines that are visible, without empty ones at the end. */
  readonly screen: () => readonly string[];
  /** All lines from the first one of its history on, without empty ones at the end. */
  readonly everything: () => readonly string[];
  /** How many lines the terminal has wrapped because they were too wide. */
  readonly wrapped: () => number;
  readonly size: () => { readonly columns: number; readonly rows: number };
}

export function terminalOf(columns: number, rows: number): FixtureTerminal {
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
      return withoutEmptyEnd(between(baseY, baseY + terminal.rows));
    },
    everything: () => withoutEmptyEnd(between(0, terminal.buffer.active.length)),
    wrapped() {
      const { active } = terminal.buffer;
      const all = Array.from({ length: active.length }, (_, at) => active.getLine(at));
      return all.filter((line) => line?.isWrapped).length;
    },
    size: () => ({ columns: terminal.cols, rows: terminal.rows }),
  };
}

export function withoutEmptyEnd(lines: readonly string[]): string[] {
  const last = lines.findLastIndex((line) => line !== '');
  return lines.slice(0, last + 1);
}
