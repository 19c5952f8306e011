import type { Completion } from '../../chat/index.ts';
import { EMPTY_VIEW, shown, type ConversationView, type ViewUpdate } from '../../view/index.ts';
import { manualClock, type ManualClock } from '../../testing/index.ts';
import { openScreen, type Screen, type ScreenOptions } from './screen.ts';
import { styleFor } from './style.ts';
import { terminalOf, type FixtureTerminal } from './terminal.fixture.ts';
import type { TerminalPort } from './terminal.ts';

/** A screen on a terminal without a window, and what was heard of the person. */
export interface FixtureScreen {
  readonly screen: Screen;
  readonly clock: ManualClock;
  readonly terminal: FixtureTerminal;
  /** What was written to the terminal since the last call. */
  readonly written: () => string;
  /** Sends keys, and paints. */
  readonly type: (...keys: readonly string[]) => void;
  readonly resize: (columns: number, rows: number) => Promise<void>;
  /** Shows what comes of updates, and paints. */
  readonly update: (...updates: readonly ViewUpdate[]) => void;
  readonly view: () => ConversationView;
  /** The lines that are visible, and all lines. */
  readonly lines: () => Promise<readonly string[]>;
  readonly everything: () => Promise<readonly string[]>;
  readonly heard: string[];
}

export interface FixtureOptions extends Partial<ScreenOptions> {
  readonly columns?: number;
  readonly rows?: number;
  readonly from?: ConversationView;
  readonly completions?: readonly Completion[];
}

export function screenOf(options: FixtureOptions = {}): FixtureScreen {
  const { columns = 80, rows = 24, from = EMPTY_VIEW, completions = [] } = options;
  const terminal = terminalOf(columns, rows);
  const clock = manualClock(1_000_000);
  const heard: string[] = [];
  let output = '';
  let onInput: (text: string) => void = () => undefined;
  let onResize: () => void = () => undefined;
  let view = from;
  const port: TerminalPort = {
    size: terminal.size,
    write(text) {
      output += text;
      void terminal.write(text);
    },
    open(input, resized) {
      onInput = input;
      onResize = resized;
      return () => {
        heard.push('terminal given back');
      };
    },
  };
  const screen = openScreen({
    terminal: port,
    clock,
    style: styleFor({}),
    escapeMs: 60,
    history: [],
    complete: () => Promise.resolve(completions),
    onSend: (text) => heard.push(`send ${text}`),
    onQueue: (text) => heard.push(`queue ${text}`),
    onStop: () => heard.push('stop'),
    onDecide: (decision) => heard.push(`decide ${JSON.stringify(decision)}`),
    onLeave: () => heard.push('leave'),
    ...options,
  });
  screen.show(view);
  screen.flush();
  return {
    screen,
    clock,
    terminal,
    heard,
    view: () => view,
    written() {
      const text = output;
      output = '';
      return text;
    },
    type(...keys) {
      for (const key of keys) onInput(key);
      screen.flush();
    },
    async resize(nextColumns, nextRows) {
      await terminal.write('');
      terminal.resize(nextColumns, nextRows);
      onResize();
      screen.flush();
    },
    update(...updates) {
      for (const update of updates) view = shown(view, update);
      screen.show(view);
      screen.flush();
    },
    async lines() {
      await terminal.write('');
      return terminal.screen();
    },
    async everything() {
      await terminal.write('');
      return terminal.everything();
    },
  };
}
