import {
  CURSOR_MARKER,
  Editor,
  Markdown,
  matchesKey,
  setCapabilityOverrides,
  StdinBuffer,
  truncateToWidth,
  TuiMainScreen,
  visibleWidth,
  wrapTextWithAnsi,
  type AutocompleteProvider,
  type EditorTheme,
  type MarkdownTheme,
  type Terminal,
} from '@earendil-works/pi-tui';
import type { Completion } from '../../chat/index.ts';
import {
  getActivity,
  EMPTY_VIEW,
  listOpenApprovals,
  type ConversationView,
} from '../../view/index.ts';
import type { Clock } from '../../../engine/port/index.ts';
import { handleApprovalText, type ApprovalPrompt } from './approval-prompt.ts';
import type { CallDecision } from './terminal-conversation.ts';
import { formatArguments } from './item-lines.ts';
import { moveBelowFrame, renderFrame, type Frame, type DisplayedFrame } from './frame-renderer.ts';
import { toSafeOutput } from './safe-output.ts';
import { NOTHING_PRINTED, printView, type PrintState } from './print-view.ts';
import { getKeyAction, type KeyAction, type PressedKey } from './screen-keys.ts';
import { formatLinesAboveEditor } from './screen-lines.ts';
import type { Style } from './style.ts';
import type { TerminalPort } from './terminal.ts';
import type { Typeset } from './typeset.ts';

/** A conversation in a terminal. Finished output stays in the terminal's scrollback. */
export interface Screen {
  readonly showView: (view: ConversationView) => void;
  /**
   * Prints Markdown that is not part of the conversation, such as the answer of a slash command.
   */
  readonly printNotice: (markdown: string) => void;
  /** Displays the queued messages. */
  readonly showQueue: (texts: readonly string[]) => void;
  /** Inserts text before the content of the editor. */
  readonly prependToEditor: (text: string) => void;
  /** Resets the screen for another conversation. */
  readonly reset: () => void;
  /** Renders pending changes immediately. */
  readonly flush: () => void;
  /** Restores the terminal; the conversation remains visible. */
  readonly close: () => void;
}

/** Options and event handlers of a screen. */
export interface ScreenOptions {
  readonly terminal: TerminalPort;
  readonly clock: Clock;
  readonly style: Style;
  /** Milliseconds to wait for the rest of an escape sequence. */
  readonly escapeMs: number;
  /** Messages sent earlier, oldest first. */
  readonly history: readonly string[];
  readonly complete: (line: string) => Promise<readonly Completion[]>;
  readonly onSend: (text: string) => void;
  readonly onQueue: (text: string) => void;
  readonly onStop: () => void;
  readonly onDecide: (decision: CallDecision) => void;
  readonly onLeave: () => void;
}

/** State of a screen. */
interface ScreenContent {
  view: ConversationView;
  printed: PrintState;
  painted: DisplayedFrame | undefined;
  /** Lines to print with the next frame. */
  notices: string[];
  queued: readonly string[];
  dialogue: ApprovalPrompt | undefined;
  /** Content of the editor before the approval prompt replaced it. */
  draft: string;
  hint: string | undefined;
  leavingAt: number | undefined;
  cancelTick: (() => void) | undefined;
}

/** Opens a screen on a terminal. */
export function openScreen(options: ScreenOptions): Screen {
  // Hyperlinks are disabled, because a link could lead elsewhere than its text says.
  setCapabilityOverrides({ images: null, hyperlinks: false });
  const { style, clock } = options;
  const typeset = createTypeset(style);
  const content = createEmptyContent();
  const tui = new LiveScreen(createLibraryTerminal(options), (isLast) => {
    drawScreen(content, { ...options, typeset, editor, isLast });
    scheduleNextSecond(content, clock, () => tui.requestRender());
  });
  const editor = new Prompt(tui, createEditorTheme(style), { paddingX: 2 });
  for (const text of options.history) editor.addToHistory(toSafeOutput(text));
  editor.setAutocompleteProvider(createCompleter(options.complete));
  editor.onSubmit = (text) => submitText(content, editor, options, text);
  tui.addInputListener((sent) => {
    const pressed = { name: findKeyName(sent), sent };
    return { consume: !handleKey(content, editor, options, pressed) };
  });
  tui.addChild(editor);
  tui.setFocus(editor);
  tui.start();
  return {
    showView(view) {
      content.view = view;
      content.dialogue = findApprovalPrompt(content, clock.now());
      tui.requestRender();
    },
    printNotice(markdown) {
      const { columns } = options.terminal.size();
      content.notices.push('', ...typeset.formatMarkdown(toSafeOutput(markdown), columns));
      tui.requestRender();
    },
    showQueue(texts) {
      content.queued = texts;
      tui.requestRender();
    },
    prependToEditor(text) {
      const own = editor.getExpandedText();
      editor.setText(toSafeOutput(own === '' ? text : `${text}\n\n${own}`));
      tui.requestRender();
    },
    reset() {
      const { painted } = content;
      Object.assign(content, createEmptyContent(), { painted, notices: content.notices });
      tui.requestRender();
    },
    flush: () => tui.renderNow(),
    close: () => {
      content.cancelTick?.();
      tui.stop();
    },
  };
}

function createEmptyContent(): ScreenContent {
  return {
    view: EMPTY_VIEW,
    printed: NOTHING_PRINTED,
    painted: undefined,
    notices: [],
    queued: [],
    dialogue: undefined,
    draft: '',
    hint: undefined,
    leavingAt: undefined,
    cancelTick: undefined,
  };
}

/** Renders once per second while the agent works, to update the elapsed time. */
function scheduleNextSecond(content: ScreenContent, clock: Clock, requestRender: () => void): void {
  content.cancelTick?.();
  content.cancelTick =
    getActivity(content.view) === 'working' ? clock.schedule(1000, requestRender) : undefined;
}

/**
 * Returns the prompt for the oldest pending approval. An open prompt is kept while its call is
 * pending.
 */
function findApprovalPrompt(
  { view, dialogue }: ScreenContent,
  now: number,
): ApprovalPrompt | undefined {
  const waiting = listOpenApprovals(view);
  if (dialogue && waiting.some(({ id }) => id === dialogue.approval.id)) return dialogue;
  const [approval] = waiting;
  return approval && { approval, mode: 'keys', shownAt: now };
}

interface DrawOptions extends ScreenOptions {
  readonly typeset: Typeset;
  readonly editor: Prompt;
  /** True for the last frame before the terminal is restored. */
  readonly isLast: boolean;
}

function drawScreen(
  content: ScreenContent,
  { terminal, clock, typeset, editor, isLast }: DrawOptions,
): void {
  const { columns, rows } = terminal.size();
  const { view, printed, notices, queued, dialogue, hint, painted } = content;
  const printing = printView(printed, view, typeset, columns);
  const below = { view, queued, dialogue, hint, now: clock.now() };
  const bottom = isLast
    ? []
    : [...formatLinesAboveEditor(below, typeset, columns), ...editor.render(columns)].slice(-rows);
  const room = Math.max(0, rows - bottom.length);
  const open = room === 0 ? [] : printing.live.slice(-room);
  const live = [...open, ...bottom].map((line) => line.trimEnd());
  const frame: Frame = {
    printed: [...printing.printed, ...notices].map((line) => line.trimEnd()),
    ...extractCursor(live.length === 0 ? [''] : live),
    columns,
    rows,
  };
  const output = renderFrame(painted, frame, visibleWidth);
  content.printed = printing.state;
  content.notices = [];
  content.painted = frame;
  const left = isLast ? moveBelowFrame(frame) : '';
  if (output + left !== '') terminal.write(output + left);
}

/** Removes the editor's cursor marker from the lines and returns the cursor position. */
function extractCursor(live: readonly string[]): Pick<Frame, 'live' | 'cursor'> {
  const row = live.findIndex((line) => line.includes(CURSOR_MARKER));
  const line = live[row];
  if (line === undefined) return { live, cursor: { row: live.length - 1, column: 0 } };
  const [before = '', after = ''] = line.split(CURSOR_MARKER);
  return {
    live: live.with(row, before + after),
    cursor: { row, column: visibleWidth(before) },
  };
}

function findKeyName(sent: string): PressedKey['name'] {
  return (['escape', 'ctrl+c', 'ctrl+d', 'alt+enter'] as const).find((key) =>
    matchesKey(sent, key),
  );
}

/** Handles a key. Returns whether the editor should handle it. */
function handleKey(
  content: ScreenContent,
  editor: Prompt,
  options: ScreenOptions,
  pressed: PressedKey,
): boolean {
  const now = options.clock.now();
  const { dialogue, leavingAt } = content;
  const action = getKeyAction(pressed, {
    isIdle: getActivity(content.view) === 'idle',
    isEmpty: editor.getText() === '',
    isCompleting: editor.isShowingAutocomplete(),
    dialogue,
    quitRequestedAt: leavingAt,
    now,
  });
  content.hint = undefined;
  content.leavingAt = undefined;
  if (action.do === 'pass') return true;
  runKeyAction(content, editor, options, action);
  editor.redraw();
  return false;
}

function runKeyAction(
  content: ScreenContent,
  editor: Prompt,
  options: ScreenOptions,
  action: KeyAction,
): void {
  switch (action.do) {
    case 'pass':
      return;
    case 'stop':
      options.onStop();
      return;
    case 'leave':
      options.onLeave();
      return;
    case 'leave-next':
      editor.setText('');
      content.hint = 'Press Ctrl+C again to quit';
      content.leavingAt = options.clock.now();
      return;
    case 'back':
      if (content.dialogue) content.dialogue = { ...content.dialogue, mode: 'keys' };
      editor.setText(content.draft);
      return;
    case 'queue': {
      const text = editor.getExpandedText().trim();
      editor.setText('');
      if (text === '') return;
      editor.addToHistory(text);
      options.onQueue(text);
      return;
    }
    case 'dialogue': {
      const { step } = action;
      if (step.kind === 'decided') {
        content.dialogue = undefined;
        options.onDecide(step.decision);
        return;
      }
      content.dialogue = step.dialogue;
      content.draft = editor.getText();
      const { mode, approval } = step.dialogue;
      editor.setText(mode === 'arguments' ? formatArguments(approval.arguments) : '');
    }
  }
}

/** Submits the editor content: as input for the approval prompt, or as a message. */
function submitText(
  content: ScreenContent,
  editor: Prompt,
  options: ScreenOptions,
  text: string,
): void {
  const { dialogue, draft } = content;
  if (dialogue && dialogue.mode !== 'keys') {
    const decision = handleApprovalText(dialogue, text);
    if (typeof decision === 'string') {
      content.hint = decision;
      editor.setText(text);
      return;
    }
    content.dialogue = undefined;
    editor.setText(draft);
    options.onDecide(decision);
    return;
  }
  if (text === '') return;
  editor.addToHistory(text);
  options.onSend(text);
}

/**
 * The library's screen with custom rendering, because the library clears the scrollback when the
 * terminal is resized.
 */
class LiveScreen extends TuiMainScreen {
  readonly #draw: (isLast: boolean) => void;

  constructor(terminal: Terminal, drawFrame: (isLast: boolean) => void) {
    super(terminal);
    this.#draw = drawFrame;
  }

  protected override doRender(): void {
    if (!this.stopped) this.#draw(false);
  }

  protected override beforeTerminalStop(): void {
    this.#draw(true);
  }
}

/** The library's editor without borders. */
class Prompt extends Editor {
  redraw(): void {
    this.tui.requestRender();
  }

  override render(width: number): string[] {
    const [, first = '', ...lines] = super.render(width);
    return [first.startsWith('  ') ? `› ${first.slice(2)}` : first, ...lines];
  }

  protected override renderBottomBorder(_width: number, hidden: number): string {
    return hidden > 0 ? `  … ${hidden}` : '';
  }
}

/** Adapts a {@link TerminalPort} to the terminal interface of the library. */
function createLibraryTerminal({ terminal, escapeMs }: ScreenOptions): Terminal {
  let close: (() => void) | undefined;
  return {
    start(onInput, onResize) {
      const keys = new StdinBuffer({ escapeTimeout: escapeMs, timeout: escapeMs });
      keys.on('data', onInput);
      keys.on('paste', (text) => onInput(`\u001b[200~${text}\u001b[201~`));
      const release = terminal.open((text) => keys.process(text), onResize);
      close = () => {
        keys.destroy();
        release();
      };
    },
    stop: () => close?.(),
    drainInput: () => Promise.resolve(),
    write: terminal.write,
    get columns() {
      return terminal.size().columns;
    },
    get rows() {
      return terminal.size().rows;
    },
    kittyProtocolActive: false,
    moveBy: doNothing,
    hideCursor: () => terminal.write('\u001b[?25l'),
    showCursor: () => terminal.write('\u001b[?25h'),
    clearLine: doNothing,
    clearFromCursor: doNothing,
    clearScreen: doNothing,
    setTitle: doNothing,
    setProgress: doNothing,
  };
}

function doNothing(): void {
  // Custom frames do not need these functions.
}

function createCompleter(complete: ScreenOptions['complete']): AutocompleteProvider {
  const wordBefore = (line: string): string => /(?:^|\s)(\S*)$/.exec(line)?.[1] ?? '';
  return {
    async getSuggestions(lines, row, column) {
      const line = (lines[row] ?? '').slice(0, column);
      const items = row === 0 || wordBefore(line).startsWith('@') ? await complete(line) : [];
      // Completions with control characters are dropped, because they must not reach the terminal.
      const plain = items.filter(({ word }) => toSafeOutput(word) === word);
      const shownItems = plain.map(({ word, about }) => ({
        value: word,
        label: word,
        ...(about !== undefined && { description: toSafeOutput(about) }),
      }));
      return { items: shownItems, prefix: wordBefore(line) };
    },
    applyCompletion(lines, row, column, { value }, prefix) {
      const line = lines[row] ?? '';
      const start = column - prefix.length;
      const written = /\s/.test(value) ? `"${value}"` : value;
      const next = `${line.slice(0, start)}${written} ${line.slice(column)}`;
      return {
        lines: lines.with(row, next),
        cursorLine: row,
        cursorCol: start + written.length + 1,
      };
    },
    shouldTriggerFileCompletion: () => true,
  };
}

function createTypeset(style: Style): Typeset {
  const theme = createMarkdownTheme(style);
  return {
    style,
    measureWidth: visibleWidth,
    formatMarkdown: (text, columns) => trimLines(renderMarkdown(text, columns, theme), columns),
    wrapText: (text, columns) => wrapTextWithAnsi(text.replaceAll('\t', '    '), columns),
    truncateText: (text, columns) =>
      visibleWidth(text) <= columns ? text : truncateToWidth(text, columns, '…'),
  };
}

function renderMarkdown(text: string, columns: number, theme: MarkdownTheme): readonly string[] {
  const options = { renderLatex: false, preserveOrderedListMarkers: true };
  return new Markdown(text, 0, 0, theme, undefined, options).render(columns);
}

/** Removes trailing spaces and trailing empty lines, and truncates lines that are too wide. */
function trimLines(lines: readonly string[], columns: number): readonly string[] {
  const last = lines.findLastIndex((line) => line.trim() !== '');
  return lines.slice(0, last + 1).map((line) => {
    const trimmed = line.trimEnd();
    return visibleWidth(trimmed) <= columns ? trimmed : truncateToWidth(trimmed, columns, '');
  });
}

function createMarkdownTheme(style: Style): MarkdownTheme {
  return {
    heading: style.bold,
    link: style.blue,
    linkUrl: style.dim,
    code: style.cyan,
    codeBlock: (text) => text,
    codeBlockBorder: style.dim,
    quote: style.italic,
    quoteBorder: style.dim,
    hr: style.dim,
    listBullet: style.cyan,
    bold: style.bold,
    italic: style.italic,
    strikethrough: style.strike,
    underline: style.underline,
  };
}

function createEditorTheme(style: Style): EditorTheme {
  return {
    borderColor: style.dim,
    selectList: {
      selectedPrefix: style.cyan,
      selectedText: style.cyan,
      description: style.dim,
      scrollInfo: style.dim,
      noMatch: style.dim,
    },
  };
}
