import { jsonParseLinter } from '@codemirror/lang-json';
import { forceLinting, linter, lintGutter, type Diagnostic } from '@codemirror/lint';
import { StateEffect, type Text } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { LineProblem } from './file-problems.ts';

interface ProblemOptions {
  readonly isJson: boolean;
  readonly getProblems: () => readonly LineProblem[];
}

/** Marks lines that have problems: syntax errors while the user types, and what the server has reported. */
export function markProblems({ isJson, getProblems }: ProblemOptions): {
  readonly install: StateEffect<unknown>;
  readonly update: (view: EditorView) => void;
} {
  const parse = jsonParseLinter();
  let reported: Text | undefined;
  const marks = linter((view) => {
    const { doc } = view.state;
    // A report is about the text that was sent: its lines are unknown once the text has changed.
    const lines =
      reported === doc ? getProblems().map((problem) => toDiagnostic(doc, problem)) : [];
    return [...lines, ...(isJson && doc.length > 0 ? parse(view) : [])];
  });
  return {
    install: StateEffect.appendConfig.of([marks, lintGutter()]),
    update(view) {
      reported = view.state.doc;
      forceLinting(view);
    },
  };
}

function toDiagnostic(doc: Text, { line, message }: LineProblem): Diagnostic {
  const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines));
  return { from, to, severity: 'error', message };
}
