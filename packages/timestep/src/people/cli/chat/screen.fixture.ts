import type { Completion } from '#people/chat';
import { EMPTY_VIEW, applyUpdate, type ConversationView, type ViewUpdate } from '#people/view';
import { createManualClock, type ManualClock } from '#testing';
import { openScreen, type Screen, type ScreenOptions } from './screen.ts';
import { createStyle } from './style.ts';
import { createFixtureTerminal, type FixtureTerminal } from './terminal.fixture.ts';
import type { TerminalPort } from './terminal.ts';

/** A screen on a simulated terminal, with a record of the handler calls. */
export interface FixtureScreen {
  readonly screen: Screen;
  readonly clock: ManualClock;
  readonly terminal: FixtureTerminal;
  /** Returns the output written to the terminal since the last call. */
  readonly written: () => string;
  /** Sends keys and renders. */
  readonly type: (...keys: readonly string[]) => void;
  readonly resize: (columns: number, rows: number) => Promise<void>;
  /** Applies updates and renders. */
  readonly update: (...updates: readonly ViewUpdate[]) => void;
  readonly view: () => ConversationView;
  /** Returns the visible lines. */
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

export function createFixtureScreen(options: FixtureOptions = {}): FixtureScreen {
  const { columns = 80, rows = 24, from = EMPTY_VIEW, completions = [] } = options;
  const terminal = createFixtureTerminal(columns, rows);
  const clock = createManualClock(1_000_000);
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
    style: createStyle({}),
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
  screen.showView(view);
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
      for (const update of updates) view = applyUpdate(view, update);
      screen.showView(view);
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
