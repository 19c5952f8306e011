import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const LAYOUT = EditorView.theme({
  '&': { backgroundColor: 'var(--page)', color: 'var(--text)' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '1px' },
  '.cm-scroller': {
    // Inherited from the element that contains the editor.
    fontFamily: 'inherit',
    lineHeight: 'inherit',
    maxHeight: '70vh',
    overflow: 'auto',
  },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--surface)', border: 'none', color: 'var(--muted)' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
  '.cm-selectionMatch, .cm-matchingBracket': { backgroundColor: 'var(--chosen) !important' },
  '.cm-tooltip': {
    backgroundColor: 'var(--raised)',
    border: '1px solid var(--line)',
    color: 'var(--text)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--chosen)',
    color: 'var(--text)',
  },
  '.cm-completionMatchedText': { color: 'var(--accent)', textDecoration: 'none' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--bad)' },
});

const COLORS = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--model)' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--person)' },
]);

/** Colors and sizes of the page for the editor, in both color schemes. */
export const EDITOR_LOOK: Extension = [LAYOUT, syntaxHighlighting(COLORS)];
