import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const LAYOUT = EditorView.theme({
  '&': {
    backgroundColor: 'var(--page)',
    border: '1px solid var(--line)',
    borderRadius: '6px',
    color: 'var(--text)',
    fontSize: '0.8125rem',
  },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '1px' },
  '.cm-scroller': {
    fontFamily: "'JetBrains Mono', ui-monospace, SFMono-Regular, Menlo, Consolas, monospace",
    lineHeight: '1.25rem',
    maxHeight: '36rem',
    minHeight: '12rem',
    overflow: 'auto',
  },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--surface)', border: 'none', color: 'var(--muted)' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
  '.cm-selectionMatch, .cm-matchingBracket': { backgroundColor: 'var(--chosen) !important' },
  '.cm-tooltip': {
    backgroundColor: 'var(--raised)',
    border: '1px solid var(--line)',
    borderRadius: '6px',
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
