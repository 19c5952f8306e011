import { formatForeignText } from '#core';
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
import type { Completion } from '#people/chat';
import type { TokenizeCode } from '#people/view';
import { colorCode } from './color-code.ts';
import type { Frame } from './frame-renderer.ts';
import type { Style, Typeset } from './style.ts';
import type { TerminalPort } from './terminal.ts';

export { CURSOR_MARKER, visibleWidth } from '@earendil-works/pi-tui';

/** Disables hyperlinks, because a link could lead elsewhere than its text says. */
export function disableHyperlinks(): void {
  setCapabilityOverrides({ images: null, hyperlinks: false });
}

/** A screen with its own rendering, as the library's clears the scrollback on resize. */
export class LiveScreen extends TuiMainScreen {
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

/**
 * The editor of the terminal library without borders. Closes the completion list when the list no longer
 * matches the text.
 */
export class PromptEditor extends Editor {
  /** Text and cursor position for which the shown list of completions was made. */
  #listed = { text: '', position: '' };
  /** Words of the shown list of completions, and whether the user has selected another word than the first. */
  #words: readonly string[] = [];
  #hasMoved = false;

  constructor(tui: LiveScreen, style: Style) {
    super(tui, createEditorTheme(style), { paddingX: 2 });
  }

  offerCompletions(complete: (line: string) => Promise<readonly Completion[]>): void {
    const completer = createCompleter(complete);
    this.setAutocompleteProvider({
      ...completer,
      getSuggestions: async (lines, row, column, options) => {
        const listed = toEditorPosition(lines, row, column);
        // If completions cannot be computed, such as models without an API key, no list is shown.
        const suggestions = await completer
          .getSuggestions(lines, row, column, options)
          .catch(() => null);
        if (listed.position === this.#position().position) {
          this.#listed = listed;
          this.#words = suggestions?.items.map(({ value }) => value) ?? [];
          this.#hasMoved = false;
        }
        return suggestions;
      },
    });
  }

  // Completions arrive asynchronously: without this check, Enter could insert one for an earlier text.
  override handleInput(sent: string): void {
    const data = this.#insertBeginOfPath(sent);
    const isOther = this.#position().position !== this.#listed.position;
    if (this.isShowingAutocomplete() && (isOther || this.#isCompleteAt(data))) this.#closeList();
    if (LIST_KEYS.some((key) => matchesKey(data, key))) this.#hasMoved = true;
    super.handleInput(data);
    if (this.isShowingAutocomplete() && !isEitherPrefixOfOther(this.#listed.text, this.getText())) {
      this.#closeList();
    }
  }

  /**
   * Inserts the first character of a pasted path itself, because the editor library would put a space before
   * it. Returns the rest of the path.
   */
  #insertBeginOfPath(sent: string): string {
    const [, first] = PASTED_PATH.exec(sent) ?? [];
    if (first === undefined) return sent;
    this.insertTextAtCursor(first);
    return sent.replace(first, '');
  }

  /**
   * Whether the key is Enter after a word that equals a listed completion, so that there is nothing to
   * complete.
   */
  #isCompleteAt(data: string): boolean {
    if (this.#hasMoved || !matchesKey(data, 'enter')) return false;
    const { line, col } = this.getCursor();
    return this.#words.includes(getWordBefore((this.getLines()[line] ?? '').slice(0, col)));
  }

  #position(): EditorPosition {
    const { line, col } = this.getCursor();
    return toEditorPosition(this.getLines(), line, col);
  }

  #closeList(): void {
    super.handleInput(ESCAPE);
  }

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

const ESCAPE = '\u001b';
// oxlint-disable-next-line no-control-regex
const PASTED_PATH = /^\u001b\[200~([/~.])/;
const LIST_KEYS = ['up', 'down'] as const;

interface EditorPosition {
  readonly text: string;
  /** Text and cursor position joined to one string, by which two states of the editor are compared. */
  readonly position: string;
}

function toEditorPosition(lines: readonly string[], row: number, column: number): EditorPosition {
  const text = lines.join('\n');
  return { text, position: `${row}:${column}:${text}` };
}

/** Whether one text is a prefix of the other, so that the user only typed or deleted at the end. */
function isEitherPrefixOfOther(before: string, after: string): boolean {
  return after !== '' && (after.startsWith(before) || before.startsWith(after));
}

/** Adapts a `TerminalPort` to the terminal interface of the library. */
export function createLibraryTerminal(terminal: TerminalPort, escapeMs: number): Terminal {
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
  // Does nothing, for functions that the library's interface requires but this program does not use.
}

function getWordBefore(line: string): string {
  return /(?:^|\s)(\S*)$/.exec(line)?.[1] ?? '';
}

function createCompleter(
  complete: (line: string) => Promise<readonly Completion[]>,
): AutocompleteProvider {
  return {
    async getSuggestions(lines, row, column) {
      const line = (lines[row] ?? '').slice(0, column);
      const items = row === 0 || getWordBefore(line).startsWith('@') ? await complete(line) : [];
      // Completions with control characters are omitted, because these must not reach the terminal.
      const plain = items.filter(({ word }) => formatForeignText(word) === word);
      const shownItems = plain.map(({ word, about }) => ({
        value: word,
        label: word,
        ...(about !== undefined && { description: formatForeignText(about) }),
      }));
      return { items: shownItems, prefix: getWordBefore(line) };
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

const KEY_NAMES = [
  'escape',
  'ctrl+c',
  'ctrl+d',
  'ctrl+g',
  'ctrl+o',
  'ctrl+r',
  'alt+enter',
] as const;

/** The name of a key, such as `ctrl+u`. */
export type KeyName = Parameters<typeof matchesKey>[1];

export function isKey(sent: string, key: KeyName): boolean {
  return matchesKey(sent, key);
}

/** Returns the name of a key that has a meaning outside the editor. */
export function findKeyName(sent: string): (typeof KEY_NAMES)[number] | undefined {
  return KEY_NAMES.find((key) => matchesKey(sent, key));
}

/** Removes the editor's cursor marker from the lines and returns the cursor position. */
export function extractCursor(live: readonly string[]): Pick<Frame, 'live' | 'cursor'> {
  const row = live.findIndex((line) => line.includes(CURSOR_MARKER));
  const line = live[row];
  if (line === undefined) return { live, cursor: { row: live.length - 1, column: 0 } };
  const [before = '', after = ''] = line.split(CURSOR_MARKER);
  return {
    live: live.with(row, before + after),
    cursor: { row, column: visibleWidth(before) },
  };
}

/** Minimum number of spaces between the left and the right text of a line. */
const MIN_GAP = 3;

/** `tokenizeCode` colors the code in Markdown. Without it, code has no colors. */
export function createTypeset(style: Style, columns: number, tokenizeCode?: TokenizeCode): Typeset {
  const theme = createMarkdownTheme(style, tokenizeCode);
  return {
    style,
    formatMarkdown: (text) => trimAndTruncateLines(renderMarkdown(text, columns, theme), columns),
    wrapText: (text) => wrapTextWithAnsi(text.replaceAll('\t', '    '), Math.max(1, columns - 2)),
    truncateText: (text) =>
      visibleWidth(text) <= columns ? text : truncateToWidth(text, columns, '…'),
    padBetween(left, right) {
      const room = columns - visibleWidth(left) - visibleWidth(right);
      return right === '' || room < MIN_GAP ? left : left + ' '.repeat(room) + right;
    },
  };
}

function renderMarkdown(text: string, columns: number, theme: MarkdownTheme): readonly string[] {
  const options = { renderLatex: false, preserveOrderedListMarkers: true };
  return new Markdown(text, 0, 0, theme, undefined, options).render(columns);
}

/** Removes trailing spaces and trailing empty lines, and truncates lines that are too wide. */
function trimAndTruncateLines(lines: readonly string[], columns: number): readonly string[] {
  const last = lines.findLastIndex((line) => line.trim() !== '');
  return lines.slice(0, last + 1).map((line) => {
    const trimmed = line.trimEnd();
    return visibleWidth(trimmed) <= columns ? trimmed : truncateToWidth(trimmed, columns, '');
  });
}

/** Marks of Markdown that the library would print before headings and around code. */
const HEADING_MARK = /^#{3,6} $/;
const FENCE = /^`{3}/;

function createMarkdownTheme(style: Style, tokenizeCode: TokenizeCode | undefined): MarkdownTheme {
  return {
    highlightCode: (code, language = '') => [...colorCode(code, language, tokenizeCode, style)],
    heading: style.bold,
    link: style.blue,
    linkUrl: style.dim,
    code: style.cyan,
    codeBlock: (text) => text,
    codeBlockBorder: (text) => style.dim(text.replace(FENCE, '─── ').trimEnd()),
    quote: style.italic,
    quoteBorder: style.dim,
    hr: style.dim,
    listBullet: style.cyan,
    bold: (text) => (HEADING_MARK.test(text) ? '' : style.bold(text)),
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
