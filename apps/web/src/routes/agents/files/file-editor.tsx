import { useMemo, useState } from 'react';
import type { AgentFileText, FileEdit } from '@timestep-ai/timestep/view';
import { Button } from '../../../components/controls/button.tsx';
import { Loaded } from '../../../components/notices/loaded.tsx';
import { useAgentEdit, getAgentApiPath } from '../agent-queries.ts';
import { Form } from '../../../components/forms/form.tsx';
import { CodeEditor } from '../../../components/editor/code-editor.tsx';
import { findFileProblems } from '../../../components/editor/file-problems.ts';
import { useVocabulary } from './use-vocabulary.ts';
import { useRead } from '../../../api/queries.ts';

interface FileEditorProps {
  readonly agentId: string;
  readonly path: string;
  readonly onGone: () => void;
}

export function FileEditor({ agentId, path, onGone }: FileEditorProps) {
  const address = getAgentApiPath(agentId, `/files/one?path=${encodeURIComponent(path)}`);
  // The file is not read again while it is edited, so that typed text is not lost.
  const query = useRead<AgentFileText>(['agent file', agentId, path], address, {
    staleTime: Infinity,
    gcTime: 0,
  });
  return (
    <Loaded query={query} what="the file">
      {(file) => <FileForm key={file.version} agentId={agentId} file={file} onGone={onGone} />}
    </Loaded>
  );
}

interface FileFormProps extends Omit<FileEditorProps, 'path'> {
  readonly file: AgentFileText;
}

function FileForm({ agentId, file, onGone }: FileFormProps) {
  const { path, text: before, version, why, fields } = file;
  const vocabulary = useVocabulary(agentId, path);
  const [text, setText] = useState(before);
  const [discards, setDiscards] = useState(0);
  const edit = useAgentEdit<FileEdit>(agentId, {
    describe: ({ text: after }) =>
      after === undefined ? { title: 'Delete this file?', label: 'Delete' } : undefined,
    onWritten: (change) => change.text === undefined && onGone(),
  });
  const isFixed = version === undefined;
  const { refusal } = edit;
  const problems = useMemo(() => findFileProblems(refusal ?? '', path), [refusal, path]);
  return (
    <Form className="flex flex-col gap-2" onSubmit={() => edit.preview({ path, text })}>
      {why !== undefined && <p className="text-sm text-muted">This file is read-only: {why}.</p>}
      <CodeEditor
        key={discards}
        path={path}
        text={text}
        isReadOnly={isFixed}
        problems={problems}
        fields={fields}
        vocabulary={vocabulary}
        onChange={setText}
      />
      {edit.shown}
      {!isFixed && (
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="strong" disabled={text === before || edit.isPlanning}>
            Preview change…
          </Button>
          <Button
            disabled={text === before}
            onClick={() => {
              setText(before);
              setDiscards(discards + 1);
            }}
          >
            Discard
          </Button>
          <Button onClick={() => edit.preview({ path })}>Delete file…</Button>
        </div>
      )}
    </Form>
  );
}
