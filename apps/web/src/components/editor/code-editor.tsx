import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { FieldTree } from '@timestep-ai/timestep/view';
import { TextField } from '../forms/form.tsx';
import type { LineProblem } from './file-problems.ts';
import type { Vocabulary } from './list-offers.ts';
import type { Editor } from './open-editor.ts';

interface CodeEditorProps {
  /** Path of the file, which also names the field. */
  readonly path: string;
  /**
   * The text with which the editor opens. Later changes come from the editor only: a text that React has not
   * yet rendered would be overwritten by an earlier one. Another `key` opens the editor with another text.
   */
  readonly text: string;
  readonly isReadOnly: boolean;
  /** Problems of the present text, which are shown at their lines. */
  readonly problems: readonly LineProblem[];
  readonly fields: FieldTree | undefined;
  readonly vocabulary: Vocabulary;
  readonly onChange: (text: string) => void;
}

/**
 * An editor with line numbers, colors and completion. It is loaded when it is first shown; until then, and if
 * it cannot be loaded, a plain text field takes its place.
 */
export function CodeEditor(props: CodeEditorProps) {
  const { path, text, isReadOnly, problems, onChange } = props;
  const { box, field, isOpen } = useEditor(props);
  return (
    <div className="flex flex-col gap-1 text-sm">
      <bdi className="font-mono" aria-hidden="true">
        {path}
      </bdi>
      <div
        ref={box}
        className={isOpen ? 'min-h-48 rounded-md border border-line bg-page font-mono' : ''}
      />
      {!isOpen && (
        <div ref={field} className="flex">
          <TextField
            aria-label={path}
            value={text}
            readOnly={isReadOnly}
            rows={24}
            spellCheck={!path.endsWith('.json')}
            aria-invalid={problems.length > 0}
            onChange={onChange}
            className="w-full font-mono"
          />
        </div>
      )}
    </div>
  );
}

/** Opens the editor in a box, and passes on changes of the properties. */
function useEditor(props: CodeEditorProps) {
  const { problems } = props;
  const box = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const [editor, setEditor] = useState<Editor>();
  useEffect(() => {
    let opened: Editor | undefined;
    let isGone = false;
    void import('./open-editor.ts').then(
      ({ openEditor }) => {
        const parent = box.current;
        if (isGone || !parent) return;
        opened = openEditor(parent.shadowRoot ?? parent.attachShadow({ mode: 'open' }), {
          label: latest.current.path,
          text: latest.current.text,
          isJson: latest.current.path.endsWith('.json'),
          isReadOnly: latest.current.isReadOnly,
          fields: latest.current.fields,
          getVocabulary: () => latest.current.vocabulary,
          getProblems: () => latest.current.problems,
          onChange: (changed) => latest.current.onChange(changed),
        });
        const selection = findSelection(field.current);
        // The text field goes at once, so that the file is never shown twice.
        flushSync(() => setEditor(opened));
        if (selection) opened.select(selection);
      },
      () => undefined,
    );
    return () => {
      isGone = true;
      opened?.close();
    };
  }, []);
  useEffect(() => editor?.updateProblems(), [editor, problems]);
  return { box, field, isOpen: editor !== undefined };
}

/** Finds what is selected in a text field that has the focus. */
function findSelection(box: HTMLElement | null): readonly [from: number, to: number] | undefined {
  const field = box?.querySelector('textarea');
  if (!field || field !== document.activeElement) return undefined;
  return [field.selectionStart, field.selectionEnd];
}
