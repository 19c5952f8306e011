import { formatArguments } from '#core';
import { getActivity } from '#people/view';
import { getApprovalStep, parseApprovalText } from './approval-prompt.ts';
import type { ScreenContent, ScreenOptions } from './screen.ts';
import { findKeyName, type PromptEditor } from './terminal-library.ts';

/** Maximum milliseconds between two presses of Ctrl+C that quit the chat. */
const QUIT_INTERVAL_MS = 2000;

/** Handles a key press. Returns false if the editor should handle the key. */
export function handleKeyPress(
  content: ScreenContent,
  editor: PromptEditor,
  options: ScreenOptions,
  sent: string,
): boolean {
  const { leavingAt } = content;
  content.hint = undefined;
  content.leavingAt = undefined;
  const isHandled = runKeyAction(content, editor, options, sent, leavingAt);
  if (isHandled) editor.redraw();
  return isHandled;
}

function runKeyAction(
  content: ScreenContent,
  editor: PromptEditor,
  options: ScreenOptions,
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
      content.opening = true;
      return true;
    case 'alt+enter':
      queueEditorText(editor, options);
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

function queueEditorText(editor: PromptEditor, { onQueue }: ScreenOptions): void {
  const text = editor.getExpandedText().trim();
  editor.setText('');
  if (text === '') return;
  editor.addToHistory(text);
  onQueue(text);
}

function applyKeyToApproval(
  content: ScreenContent,
  editor: PromptEditor,
  { onDecide }: ScreenOptions,
  sent: string,
  now: number,
): boolean {
  const step = content.dialogue && getApprovalStep(content.dialogue, sent, now);
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
  editor.addToHistory(text);
  options.onSend(text);
}
