import type { Completion, CompletionContext, CompletionSource } from '@codemirror/autocomplete';
import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { FieldTree } from '@timestep-ai/timestep/view';
import { findJsonPosition, type JsonPosition } from './json-position.ts';
import { listFrontMatterOffers, listJsonOffers, type Vocabulary } from './list-offers.ts';

/** Completes fields and values of a JSON file. Without fields, completes nothing. */
export function completeJson(
  fields: FieldTree | undefined,
  getVocabulary: () => Vocabulary,
): CompletionSource {
  return ({ state, pos, explicit }: CompletionContext) => {
    const text = state.doc.toString();
    const position = fields && findJsonPosition(parseWholeText(state), text, pos);
    if (!position || (!position.isQuoted && !explicit)) return null;
    const offers = listJsonOffers(position, fields, getVocabulary());
    const options = offers.map(({ label, insert }): Completion => ({
      label,
      apply: (view) => replaceAtPosition(view, position, insert),
    }));
    const from = position.isQuoted ? position.from + 1 : position.from;
    return options.length === 0 ? null : { from, options, validFor: /^[^"\n]*$/ };
  };
}

/** Completes the fields and values of a Markdown file's front matter. */
export function completeFrontMatter(fields: FieldTree | undefined): CompletionSource {
  return ({ state, pos }) => {
    const found = fields && listFrontMatterOffers(state.doc.toString(), pos, fields);
    if (!found || found.offers.length === 0) return null;
    const options = found.offers.map(({ label, insert }) => ({ label, apply: insert }));
    return { from: found.from, options, validFor: /^[\w-]*$/ };
  };
}

/** Replaces the name or value that is at the cursor now; it has grown since the position was found. */
function replaceAtPosition(view: EditorView, { from, to }: JsonPosition, insert: string): void {
  const { state } = view;
  const now = findJsonPosition(
    parseWholeText(state),
    state.doc.toString(),
    state.selection.main.head,
  );
  const range = now?.from === from ? { from, to: now.to } : { from, to };
  view.dispatch({
    changes: { ...range, insert },
    selection: { anchor: from + insert.length },
    userEvent: 'input.complete',
  });
}

/** Milliseconds in which even a file of 1 MB is parsed. */
const MAX_PARSE_MS = 500;

function parseWholeText(state: EditorState) {
  return ensureSyntaxTree(state, state.doc.length, MAX_PARSE_MS) ?? syntaxTree(state);
}
