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
import { activityOf, EMPTY_VIEW, openApprovals, type ConversationView } from '../../view/index.ts';
import type { Clock } from '../../port/index.ts';
import { wordsGiven, type Dialogue } from './approval-dialogue.ts';
import type { CallDecision } from './conversation-port.ts';
import { argumentsText } from './item-lines.ts';
import { leaveBelow, paint, type Frame, type Painted } from './painter.ts';
import { plainOutput } from './plain-output.ts';
import { NOTHING_PRINTED, printView, type Printed } from './printed-view.ts';
import { actionOf, type KeyAction, type Pressed } from './screen-keys.ts';
import { linesAbove } from './screen-lines.ts';
import type { Style } from './style.ts';
import type { TerminalPort } from './terminal.ts';
import type { Typeset } from './typeset.ts';

/** A conversation in a terminal: what was said stays in the terminal's own history. */
export interface Screen {
  readonly show: (view: ConversationView) => void;
  /** Prints Markdown that is not part of the conversation, such as the answer of a command. */
  readonly notice: (markdown: string) => void;
  /** Shows what will be sent later. */
  readonly queue: (texts: readonly string[]) => void;
  /** Puts words before those that are in the editor. */
  readonly giveBack: (text: string) => void;
  /** Begins anew, for another conversation. */
  readonly begin: () => void;
  /** Paints at once what is to be shown. */
  readonly flush: () => void;
  /** Gives the terminal back; the conversation stays in it. */
  readonly close: () => void;
}

/** What a screen is made of, and who hears what the person does. */
export interface ScreenOptions {
  readonly terminal: TerminalPort;
  readonly clock: Clock;
  readonly style: Style;
  /** Milliseconds that a lone escape waits for the rest of a report or of a key. */
  readonly escapeMs: number;
  /** What was sent earlier, the oldest first. */
  readonly history: readonly string[];
  readonly complete: (line: string) => Promise<readonly Completion[]>;
  readonly onSend: (text: string) => void;
  readonly onQueue: (text: string) => void;
  readonly onStop: () => void;
  readonly onDecide: (decision: CallDecision) => void;
  readonly onLeave: () => void;
}

/** What a screen shows and knows. */
interface Shown {
  view: ConversationView;
  printed: Printed;
  painted: Painted | undefined;
  /** Lines that are printed with the next frame. */
  notices: string[];
  queued: readonly string[];
  dialogue: Dialogue | undefined;
  /** What was in the editor before a dialogue took it. */
  draft: string;
  hint: string | undefined;
  leavingAt: number | undefined;
  cancelTick: (() => void) | undefined;
}

/** Takes over a terminal. */
export function openScreen(options: ScreenOptions): Screen {
  // An address behind a word could lead elsewhere than the word says.
  setCapabilityOverrides({ images: null, hyperlinks: false });
  const { style, clock } = options;
  const typeset = typesetFor(style);
  const shown = nothingShown();
  const tui = new LiveScreen(terminalFor(options), (isLast) => {
    draw(shown, { ...options, typeset, editor, isLast });
    keepTicking(shown, clock, () => tui.requestRender());
  });
  const editor = new Prompt(tui, editorTheme(style), { paddingX: 2 });
  for (const text of options.history) editor.addToHistory(plainOutput(text));
  editor.setAutocompleteProvider(completerFor(options.complete));
  editor.onSubmit = (text) => submitted(shown, editor, options, text);
  tui.addInputListener((sent) => {
    const pressed = { name: nameOf(sent), sent };
    return { consume: !handled(shown, editor, options, pressed) };
  });
  tui.addChild(editor);
  tui.setFocus(editor);
  tui.start();
  return {
    show(view) {
      shown.view = view;
      shown.dialogue = dialogueFor(shown, clock.now());
      tui.requestRender();
    },
    notice(markdown) {
      const { columns } = options.terminal.size();
      shown.notices.push('', ...typeset.markdown(plainOutput(markdown), columns));
      tui.requestRender();
    },
    queue(texts) {
      shown.queued = texts;
      tui.requestRender();
    },
    giveBack(text) {
      const own = editor.getExpandedText();
      editor.setText(plainOutput(own === '' ? text : `${text}\n\n${own}`));
      tui.requestRender();
    },
    begin() {
      const { painted } = shown;
      Object.assign(shown, nothingShown(), { painted, notices: shown.notices });
      tui.requestRender();
    },
    flush: () => tui.renderNow(),
    close: () => {
      shown.cancelTick?.();
      tui.stop();
    },
  };
}

function nothingShown(): Shown {
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

/** While the agent works, its seconds are counted. */
function keepTicking(shown: Shown, clock: Clock, requestRender: () => void): void {
  shown.cancelTick?.();
  shown.cancelTick =
    activityOf(shown.view) === 'working' ? clock.schedule(1000, requestRender) : undefined;
}

/** The dialogue about the oldest call that waits; the one that is open stays while its call does. */
function dialogueFor({ view, dialogue }: Shown, now: number): Dialogue | undefined {
  const waiting = openApprovals(view);
  if (dialogue && waiting.some(({ id }) => id === dialogue.approval.id)) return dialogue;
  const [approval] = waiting;
  return approval && { approval, mode: 'keys', shownAt: now };
}

interface DrawOptions extends ScreenOptions {
  readonly typeset: Typeset;
  readonly editor: Prompt;
  /** Whether the terminal is given back after this. */
  readonly isLast: boolean;
}

function draw(shown: Shown, { terminal, clock, typeset, editor, isLast }: DrawOptions): void {
  const { columns, rows } = terminal.size();
  const { view, printed, notices, queued, dialogue, hint, painted } = shown;
  const printing = printView(printed, view, typeset, columns);
  const below = { view, queued, dialogue, hint, now: clock.now() };
  const bottom = isLast
    ? []
    : [...linesAbove(below, typeset, columns), ...editor.render(columns)].slice(-rows);
  const room = Math.max(0, rows - bottom.length);
  const open = room === 0 ? [] : printing.live.slice(-room);
  const live = [...open, ...bottom].map((line) => line.trimEnd());
  const frame: Frame = {
    printed: [...printing.printed, ...notices].map((line) => line.trimEnd()),
    ...withoutCursor(live.length === 0 ? [''] : live),
    columns,
    rows,
  };
  const output = paint(painted, frame, visibleWidth);
  shown.printed = printing.state;
  shown.notices = [];
  shown.painted = frame;
  const left = isLast ? leaveBelow(frame) : '';
  if (output + left !== '') terminal.write(output + left);
}

/** The editor marks where its cursor is, for the windows of input methods. */
function withoutCursor(live: readonly string[]): Pick<Frame, 'live' | 'cursor'> {
  const row = live.findIndex((line) => line.includes(CURSOR_MARKER));
  const line = live[row];
  if (line === undefined) return { live, cursor: { row: live.length - 1, column: 0 } };
  const [before = '', after = ''] = line.split(CURSOR_MARKER);
  return {
    live: live.with(row, before + after),
    cursor: { row, column: visibleWidth(before) },
  };
}

function nameOf(sent: string): Pressed['name'] {
  return (['escape', 'ctrl+c', 'ctrl+d', 'alt+enter'] as const).find((key) =>
    matchesKey(sent, key),
  );
}

/** Does what a key means; returns whether the editor is to take the key. */
function handled(shown: Shown, editor: Prompt, options: ScreenOptions, pressed: Pressed): boolean {
  const now = options.clock.now();
  const { dialogue, leavingAt } = shown;
  const action = actionOf(pressed, {
    isIdle: activityOf(shown.view) === 'idle',
    isEmpty: editor.getText() === '',
    isCompleting: editor.isShowingAutocomplete(),
    dialogue,
    leavingAt,
    now,
  });
  shown.hint = undefined;
  shown.leavingAt = undefined;
  if (action.do === 'pass') return true;
  acted(shown, editor, options, action);
  editor.redraw();
  return false;
}

function acted(shown: Shown, editor: Prompt, options: ScreenOptions, action: KeyAction): void {
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
      shown.hint = 'Ctrl+C again leaves';
      shown.leavingAt = options.clock.now();
      return;
    case 'back':
      if (shown.dialogue) shown.dialogue = { ...shown.dialogue, mode: 'keys' };
      editor.setText(shown.draft);
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
        shown.dialogue = undefined;
        options.onDecide(step.decision);
        return;
      }
      shown.dialogue = step.dialogue;
      shown.draft = editor.getText();
      const { mode, approval } = step.dialogue;
      editor.setText(mode === 'arguments' ? argumentsText(approval.arguments) : '');
    }
  }
}

/** The words in the editor end a dialogue that asks for words, or are sent. */
function submitted(shown: Shown, editor: Prompt, options: ScreenOptions, text: string): void {
  const { dialogue, draft } = shown;
  if (dialogue && dialogue.mode !== 'keys') {
    const decision = wordsGiven(dialogue, text);
    if (typeof decision === 'string') {
      shown.hint = decision;
      editor.setText(text);
      return;
    }
    shown.dialogue = undefined;
    editor.setText(draft);
    options.onDecide(decision);
    return;
  }
  if (text === '') return;
  editor.addToHistory(text);
  options.onSend(text);
}

/** The library's screen, with frames of our own: it would clear the terminal's history at a resize. */
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

/** The library's editor, without lines above and below it. */
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

/** The part of a terminal that the library uses, over ours. */
function terminalFor({ terminal, escapeMs }: ScreenOptions): Terminal {
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
    moveBy: nothing,
    hideCursor: () => terminal.write('\u001b[?25l'),
    showCursor: () => terminal.write('\u001b[?25h'),
    clearLine: nothing,
    clearFromCursor: nothing,
    clearScreen: nothing,
    setTitle: nothing,
    setProgress: nothing,
  };
}

function nothing(): void {
  // Frames of our own do without it.
}

function completerFor(complete: ScreenOptions['complete']): AutocompleteProvider {
  const wordBefore = (line: string): string => /(?:^|\s)(\S*)$/.exec(line)?.[1] ?? '';
  return {
    async getSuggestions(lines, row, column) {
      const line = (lines[row] ?? '').slice(0, column);
      const items = row === 0 || wordBefore(line).startsWith('@') ? await complete(line) : [];
      // What has control characters cannot be written, and must not reach the terminal.
      const plain = items.filter(({ word }) => plainOutput(word) === word);
      const shownItems = plain.map(({ word, about }) => ({
        value: word,
        label: word,
        ...(about !== undefined && { description: plainOutput(about) }),
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

function typesetFor(style: Style): Typeset {
  const theme = markdownTheme(style);
  return {
    style,
    widthOf: visibleWidth,
    markdown: (text, columns) => trimmedLines(markdownLines(text, columns, theme), columns),
    wrapped: (text, columns) => wrapTextWithAnsi(text.replaceAll('\t', '    '), columns),
    fitted: (text, columns) =>
      visibleWidth(text) <= columns ? text : truncateToWidth(text, columns, '…'),
  };
}

function markdownLines(text: string, columns: number, theme: MarkdownTheme): readonly string[] {
  const options = { renderLatex: false, preserveOrderedListMarkers: true };
  return new Markdown(text, 0, 0, theme, undefined, options).render(columns);
}

/** Without spaces at line ends and empty lines at the end; whatever is too wide is cut off. */
function trimmedLines(lines: readonly string[], columns: number): readonly string[] {
  const last = lines.findLastIndex((line) => line.trim() !== '');
  return lines.slice(0, last + 1).map((line) => {
    const trimmed = line.trimEnd();
    return visibleWidth(trimmed) <= columns ? trimmed : truncateToWidth(trimmed, columns, '');
  });
}

function markdownTheme(style: Style): MarkdownTheme {
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

function editorTheme(style: Style): EditorTheme {
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
