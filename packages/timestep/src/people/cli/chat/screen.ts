import { formatForeignText } from '#core';
import {
  getActivity,
  EMPTY_VIEW,
  listOpenApprovals,
  createLazyCodeTokenizer,
  type ConversationView,
  type TokenizeCode,
} from '#people/view';
import type { Completion } from '#people/chat';
import type { Clock } from '#engine/port';
import type { ApprovalPrompt } from './approval-prompt.ts';
import {
  encodeMoveBelowFrame,
  renderFrame,
  type Frame,
  type DisplayedFrame,
} from './frame-renderer.ts';
import { NOTHING_PRINTED, formatUnprintedView, type PrintState } from './print-view.ts';
import { handleKeyPress, submitEditorText } from './screen-input.ts';
import { formatLinesAboveEditor } from './screen-lines.ts';
import type { Pager } from './pager/pager.ts';
import { drawPager, LEAVE_SCREEN } from './pager/pager-lines.ts';
import { formatPicker } from './picker/picker-lines.ts';
import { showPicker, type PickerAndHint, type PickerRequest } from './picker/screen-picker.ts';
import { formatWaitNotice } from './wait-notice.ts';
import type { Style, Typeset } from './style.ts';
import type { TerminalPort } from './terminal.ts';
import type { CallDecision } from './terminal-conversation.ts';
import {
  createLibraryTerminal,
  createTypeset,
  disableHyperlinks,
  extractCursor,
  LiveScreen,
  PromptEditor,
  visibleWidth,
} from './terminal-library.ts';

/** A conversation in a terminal. Finished output stays in the terminal's scrollback. */
export interface Screen {
  readonly showView: (view: ConversationView) => void;
  /** Prints Markdown that is not part of the conversation; `about` is the command that it answers. */
  readonly printNotice: (markdown: string, about?: string) => void;
  /** Shows the agent and model in the status line, and how much of the model's context is used. */
  readonly showFacts: (facts: readonly string[], contextUse?: string) => void;
  readonly showQueue: (texts: readonly string[]) => void;
  readonly prependToEditor: (text: string) => void;
  /** Opens a list to choose from, to which all keys belong until it is closed. */
  readonly showPicker: (request: PickerRequest) => void;
  readonly reset: () => void;
  readonly flush: () => void;
  /** Restores the terminal; the conversation remains visible. */
  readonly close: () => void;
}

export interface ScreenOptions {
  readonly terminal: TerminalPort;
  readonly clock: Clock;
  readonly style: Style;
  readonly escapeMs: number;
  readonly history: readonly string[];
  readonly complete: (line: string) => Promise<readonly Completion[]>;
  readonly onSend: (text: string) => void;
  readonly onQueue: (text: string) => void;
  readonly onStop: () => void;
  readonly onDecide: (decision: CallDecision) => void;
  readonly onLeave: () => void;
  /** Opens a text in the user's editor; undefined if there is none. */
  readonly editText?: (text: string) => Promise<string>;
}

export interface ScreenContent extends PickerAndHint {
  view: ConversationView;
  printed: PrintState;
  painted: DisplayedFrame | undefined;
  notices: string[];
  facts: readonly string[];
  contextUse: string | undefined;
  queued: readonly string[];
  dialogue: ApprovalPrompt | undefined;
  /** Content of the editor before the approval prompt replaced it. */
  draft: string;
  /** Whole results that take the place of the conversation; undefined while it is shown. */
  pager: Pager | undefined;
  /** The newest frame of the pager; undefined if the terminal does not show it. */
  pagerFrame: string | undefined;
  /** Messages that were sent, oldest first. */
  history: readonly string[];
  leavingAt: number | undefined;
  cancelTick: (() => void) | undefined;
  /** Colors code. Undefined until the screen is open. */
  tokenizeCode: TokenizeCode | undefined;
}

export function openScreen(options: ScreenOptions): Screen {
  disableHyperlinks();
  const { terminal, style, clock } = options;
  const content = { ...createEmptyContent(), history: options.history };
  const tui = new LiveScreen(createLibraryTerminal(terminal, options.escapeMs), (isLast) => {
    drawScreen(content, options, editor, isLast);
    scheduleRenderInOneSecond(content, clock, () => tui.requestRender());
  });
  const editor = new PromptEditor(tui, style);
  for (const text of options.history) editor.addToHistory(formatForeignText(text));
  editor.offerCompletions(options.complete);
  editor.onSubmit = (text) => submitEditorText(content, editor, options, text);
  const editElsewhere = createExternalEditAction(content, editor, options, tui);
  const actions = { ...options, editElsewhere };
  tui.addInputListener((sent) => ({ consume: handleKeyPress(content, editor, actions, sent) }));
  tui.addChild(editor);
  tui.setFocus(editor);
  tui.start();
  content.tokenizeCode = createLazyCodeTokenizer(() => tui.requestRender());
  return {
    showView(view) {
      const notice = formatWaitNotice(content.view, view);
      if (notice !== '') terminal.write(notice);
      content.view = view;
      content.dialogue = findApprovalPrompt(content, clock.now());
      tui.requestRender();
    },
    printNotice(markdown, about) {
      const { formatMarkdown, truncateText } = createTypeset(
        style,
        terminal.size().columns,
        content.tokenizeCode,
      );
      const shown =
        about && truncateText(`${style.cyan('›')} ${style.bold(formatForeignText(about))}`);
      const title = shown === undefined ? [] : ['', shown];
      content.notices.push(...title, '', ...formatMarkdown(formatForeignText(markdown)));
      tui.requestRender();
    },
    showFacts(facts, contextUse) {
      content.facts = facts;
      content.contextUse = contextUse;
      tui.requestRender();
    },
    showQueue(texts) {
      content.queued = texts;
      tui.requestRender();
    },
    prependToEditor(text) {
      const own = editor.getExpandedText();
      editor.setText(formatForeignText(own === '' ? text : `${text}\n\n${own}`));
      tui.requestRender();
    },
    showPicker: (request) => showPicker(content, request, () => tui.requestRender()),
    reset() {
      const { painted, pagerFrame, notices, facts, history } = content;
      const kept = { painted, pagerFrame, notices, facts, history };
      Object.assign(content, createEmptyContent(), kept);
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
    facts: [],
    contextUse: undefined,
    queued: [],
    dialogue: undefined,
    draft: '',
    pager: undefined,
    pagerFrame: undefined,
    hint: undefined,
    history: [],
    picker: undefined,
    leavingAt: undefined,
    cancelTick: undefined,
    tokenizeCode: undefined,
  };
}

/**
 * Returns a function that opens the text of the prompt editor in another program, which has the terminal
 * meanwhile.
 */
function createExternalEditAction(
  content: ScreenContent,
  editor: PromptEditor,
  { editText }: ScreenOptions,
  tui: LiveScreen,
): (() => void) | undefined {
  if (!editText) return undefined;
  const edit = async (): Promise<void> => {
    tui.stop();
    content.painted = undefined;
    try {
      editor.setText(formatForeignText(await editText(editor.getExpandedText())));
    } catch (thrown) {
      content.hint = thrown instanceof Error ? thrown.message : String(thrown);
    }
    tui.start();
    // Renders at once: a request that was made while the screen was stopped would block later ones.
    tui.renderNow();
  };
  return () => void edit();
}

/** Renders once per second while the agent works, to update the elapsed time. */
function scheduleRenderInOneSecond(
  content: ScreenContent,
  clock: Clock,
  requestRender: () => void,
): void {
  content.cancelTick?.();
  content.cancelTick =
    getActivity(content.view) === 'working' ? clock.schedule(1000, requestRender) : undefined;
}

/** Returns the prompt for the oldest pending approval, or the open prompt while it is pending. */
function findApprovalPrompt(
  { view, dialogue }: ScreenContent,
  now: number,
): ApprovalPrompt | undefined {
  const waiting = listOpenApprovals(view);
  if (dialogue && waiting.some(({ id }) => id === dialogue.approval.id)) return dialogue;
  const [approval] = waiting;
  return approval && { approval, mode: 'keys', shownAt: now };
}

/**
 * Draws the pager instead of the conversation while it is open, and gives the screen back once it is closed.
 * Returns whether the pager was drawn.
 */
function drawPagerIfOpen(
  content: ScreenContent,
  terminal: TerminalPort,
  typeset: Typeset,
  isLast: boolean,
): boolean {
  const { pager, pagerFrame, dialogue } = content;
  if (pager && !isLast) {
    const isNew = pagerFrame === undefined;
    const note = dialogue ? 'a call awaits approval' : '';
    const frame = drawPager(pager, { rows: terminal.size().rows, isNew, note }, typeset);
    if (frame !== pagerFrame) terminal.write(frame);
    content.pagerFrame = frame;
    return true;
  }
  if (pagerFrame !== undefined) terminal.write(LEAVE_SCREEN);
  content.pagerFrame = undefined;
  return false;
}

/** Draws a frame. `isLast`: the terminal is restored after it. */
function drawScreen(
  content: ScreenContent,
  { terminal, clock, style }: ScreenOptions,
  editor: PromptEditor,
  isLast: boolean,
): void {
  const { columns, rows } = terminal.size();
  const typeset = createTypeset(style, columns, content.tokenizeCode);
  if (drawPagerIfOpen(content, terminal, typeset, isLast)) return;
  const { view, printed, notices, painted } = content;
  const printing = formatUnprintedView(printed, view, typeset);
  const above = formatLinesAboveEditor(content, clock.now(), typeset);
  const input = content.picker
    ? formatPicker(content.picker.picker, typeset)
    : editor.render(columns);
  const bottom = isLast ? [] : [...above, ...input].slice(-rows);
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
  const left = isLast ? encodeMoveBelowFrame(frame) : '';
  if (output + left !== '') terminal.write(output + left);
}
