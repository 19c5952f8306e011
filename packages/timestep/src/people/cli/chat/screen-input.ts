import { formatArguments, formatForeignText } from '#core';
import { getActivity, listViewItems } from '#people/view';
import { keyToApprovalStep, parseApprovalText } from './approval-prompt.ts';
import { isResultCut } from './item-lines.ts';
import { applyPagerKey, createPager } from './pager/pager.ts';
import { getPagerRoom, listPagerLines, readPagerKey } from './pager/pager-lines.ts';
import { handlePickerKey, showPicker } from './picker/screen-picker.ts';
import type { ScreenContent, ScreenOptions } from './screen.ts';
import { createTypeset, findKeyName, type PromptEditor } from './terminal-library.ts';

/** Maximum milliseconds between two presses of Ctrl+C that quit the chat. */
const QUIT_INTERVAL_MS = 2000;

export interface KeyActions extends ScreenOptions {
  /** Opens the text of the editor in another program; undefined if there is none. */
  readonly editElsewhere: (() => void) | undefined;
}

/** Handles a key press. Returns false if the editor should handle the key. */
export function handleKeyPress(
  content: ScreenContent,
  editor: PromptEditor,
  options: KeyActions,
  sent: string,
): boolean {
  const { leavingAt, pager, picker } = content;
  content.hint = undefined;
  content.leavingAt = undefined;
  if (pager) {
    const typeset = createTypeset(options.style, options.terminal.size().columns);
    const room = getPagerRoom(options.terminal.size().rows);
    const lines = listPagerLines(pager, typeset).length;
    const key = readPagerKey(sent);
    if (key) content.pager = applyPagerKey(pager, key, { lines, room });
    editor.redraw();
    return true;
  }
  if (picker) {
    handlePickerKey(content, picker, sent);
    editor.redraw();
    return true;
  }
  const isHandled = runKeyAction(content, editor, options, sent, leavingAt);
  if (isHandled) editor.redraw();
  return isHandled;
}

function runKeyAction(
  content: ScreenContent,
  editor: PromptEditor,
  options: KeyActions,
  sent: string,
  leavingAt: number | undefined,
): boolean {
  const { dialogue } = content;
  const now = options.clock.now();
  const isEmpty = editor.getText() === '';
  switch (findKeyName(sent)) {
    case 'ctrl+c':
      if (leavingAt !== undefined && now - leavingAt < QUIT_INTERVAL_MS) {
        options.onLeave();
      } else {
        editor.setText('');
        content.hint = 'Press Ctrl+C again to quit';
        content.leavingAt = now;
      }
      return true;
    case 'ctrl+d':
      if (isEmpty) options.onLeave();
      return isEmpty;
    case 'ctrl+o':
      openResults(content, options);
      return true;
    case 'ctrl+g':
      options.editElsewhere?.();
      return true;
    case 'ctrl+r':
      showHistoryPicker(content, editor);
      return true;
    case 'alt+enter':
      queueEditorText(content, editor, options);
      return true;
    case 'escape':
      if (editor.isShowingAutocomplete()) return false;
      if (dialogue && dialogue.mode !== 'keys') {
        content.dialogue = { ...dialogue, mode: 'keys' };
        editor.setText(content.draft);
        return true;
      }
      if (getActivity(content.view) === 'idle') return false;
      options.onStop();
      return true;
    case undefined:
      return isEmpty && applyKeyToApproval(content, editor, options, sent, now);
  }
}

/** Opens the results that were shown shortened, the newest first, until the user closes them. */
function openResults(content: ScreenContent, { style, terminal }: ScreenOptions): void {
  const typeset = createTypeset(style, terminal.size().columns);
  const calls = listViewItems(content.view)
    .filter((item) => item.kind === 'call')
    .filter((item) => isResultCut(item, typeset));
  content.pager = createPager(calls);
  if (calls.length === 0) content.hint = 'No result was shortened';
}

/** Opens the messages that were sent before, newest first; the chosen one replaces the text of the editor. */
function showHistoryPicker(content: ScreenContent, editor: PromptEditor): void {
  const texts = [...new Set(content.history.toReversed())];
  const request = {
    title: 'Earlier messages',
    empty: 'No messages yet.',
    rows: texts.map((text) => ({ value: text, text })),
    onChoose: (text: string) => editor.setText(formatForeignText(text)),
  };
  showPicker(content, request, () => editor.redraw());
}

function addToHistory(content: ScreenContent, editor: PromptEditor, text: string): void {
  content.history = [...content.history, text];
  editor.addToHistory(text);
}

function queueEditorText(
  content: ScreenContent,
  editor: PromptEditor,
  { onQueue }: ScreenOptions,
): void {
  const text = editor.getExpandedText().trim();
  editor.setText('');
  if (text === '') return;
  addToHistory(content, editor, text);
  onQueue(text);
}

function applyKeyToApproval(
  content: ScreenContent,
  editor: PromptEditor,
  { onDecide }: ScreenOptions,
  sent: string,
  now: number,
): boolean {
  const step = content.dialogue && keyToApprovalStep(content.dialogue, sent, now);
  if (!step) return false;
  if (step.kind === 'decided') {
    content.dialogue = undefined;
    onDecide(step.decision);
    return true;
  }
  content.dialogue = step.prompt;
  content.draft = editor.getText();
  const { mode, approval } = step.prompt;
  editor.setText(mode === 'arguments' ? formatArguments(approval.arguments) : '');
  return true;
}

/** Submits the editor content: as input for the approval prompt, or as a message. */
export function submitEditorText(
  content: ScreenContent,
  editor: PromptEditor,
  options: ScreenOptions,
  text: string,
): void {
  const { dialogue, draft } = content;
  if (dialogue && dialogue.mode !== 'keys') {
    const decision = parseApprovalText(dialogue, text);
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
  addToHistory(content, editor, text);
  options.onSend(text);
}
