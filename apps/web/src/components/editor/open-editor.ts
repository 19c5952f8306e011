import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { completeJson, completeFrontMatter } from './complete.ts';
import { EDITOR_LOOK } from './editor-look.ts';
import type { LineProblem } from './file-problems.ts';
import type { Vocabulary } from './list-offers.ts';
import { markProblems } from './mark-problems.ts';
import type { FieldTree } from '@timestep-ai/timestep/view';

export interface EditorOptions {
  /** Name of the field for screen readers. */
  readonly label: string;
  readonly text: string;
  readonly isJson: boolean;
  readonly isReadOnly: boolean;
  readonly fields: FieldTree | undefined;
  readonly getVocabulary: () => Vocabulary;
  readonly getProblems: () => readonly LineProblem[];
  readonly onChange: (text: string) => void;
}

export interface Editor {
  /** Shows the present problems at their lines. */
  updateProblems(): void;
  /** Focuses the editor, and selects a range of its text. */
  select(range: readonly [from: number, to: number]): void;
  close(): void;
}

/**
 * Opens an editor in a shadow root. CodeMirror then adds its styles as style sheets of scripts, which the page's
 * content security policy allows; it forbids `<style>` elements. Tab leaves the editor.
 */
export function openEditor(parent: ShadowRoot, options: EditorOptions): Editor {
  const view = new EditorView({ parent, root: parent, state: createState(options) });
  const problems = markProblems(options);
  view.dispatch({ effects: problems.install });
  return {
    updateProblems: () => problems.update(view),
    select([from, to]) {
      const end = view.state.doc.length;
      view.focus();
      view.dispatch({ selection: { anchor: Math.min(from, end), head: Math.min(to, end) } });
    },
    close: () => view.destroy(),
  };
}

function createState(options: EditorOptions): EditorState {
  const { text, isReadOnly, onChange } = options;
  return EditorState.create({
    doc: text,
    extensions: [
      lineNumbers(),
      history(),
      highlightActiveLine(),
      EditorView.lineWrapping,
      EditorState.readOnly.of(isReadOnly),
      EditorView.contentAttributes.of(nameContent(options)),
      EditorView.updateListener.of(({ docChanged, state }) => {
        if (docChanged) onChange(state.doc.toString());
      }),
      listLanguageExtensions(options),
      keymap.of([...closeBracketsKeymap, ...completionKeymap, ...historyKeymap, ...defaultKeymap]),
      EDITOR_LOOK,
    ],
  });
}

function listLanguageExtensions(options: EditorOptions): Extension {
  const { isJson, fields, getVocabulary } = options;
  const source = isJson ? completeJson(fields, getVocabulary) : completeFrontMatter(fields);
  const completion = autocompletion({ override: [source], icons: false });
  if (!isJson) return completion;
  return [json(), bracketMatching(), closeBrackets(), indentOnInput(), completion];
}

function nameContent({ label, isJson, isReadOnly }: EditorOptions): Record<string, string> {
  return {
    'aria-label': label,
    spellcheck: isJson ? 'false' : 'true',
    ...(isReadOnly && { 'aria-readonly': 'true' }),
  };
}
