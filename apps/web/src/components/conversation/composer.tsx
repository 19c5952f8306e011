import { useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import type { ConversationCompletion } from '@timestep-ai/timestep/view';
import { Button } from '../controls/button.tsx';
import { Form, TextField } from '../forms/form.tsx';

interface ComposerProps {
  /** Whether a task is running, which a message then steers. */
  readonly isWorking: boolean;
  readonly isSending: boolean;
  readonly completions: readonly ConversationCompletion[];
  readonly onChange: (text: string) => void;
  /** Sends a message. Resolves to whether it was accepted; if not, the form keeps its content. */
  readonly onSend: (text: string, files: readonly File[]) => Promise<boolean>;
  readonly onStop: () => void;
}

export function Composer(props: ComposerProps) {
  const { isWorking, isSending, completions, onChange, onSend, onStop } = props;
  const [text, setText] = useState('');
  const [files, setFiles] = useState<readonly File[]>([]);
  const isEmpty = text.trim() === '' && files.length === 0;
  const write = (next: string): void => {
    setText(next);
    onChange(next);
  };
  async function submitMessage(): Promise<void> {
    if (isEmpty || isSending || !(await onSend(text, files))) return;
    write('');
    setFiles([]);
  }
  function submitOnEnter(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void submitMessage();
  }
  function attachPastedFiles({ clipboardData }: ClipboardEvent): void {
    if (clipboardData.files.length > 0) setFiles([...files, ...clipboardData.files]);
  }
  return (
    <Form className="border-t border-line p-3" onSubmit={() => void submitMessage()}>
      <CompletionList
        completions={completions}
        onChoose={(word) => write(replaceLastWord(text, word))}
      />
      <AttachedFiles
        files={files}
        onRemove={(file) => setFiles(files.filter((one) => one !== file))}
      />
      <TextField
        label={isWorking ? 'Message to the running agent' : 'Message'}
        rows={Math.min(text.split('\n').length + 1, 8)}
        value={text}
        onChange={write}
        onKeyDown={submitOnEnter}
        onPaste={attachPastedFiles}
      />
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <Button type="submit" variant="strong" disabled={isEmpty || isSending}>
          Send
        </Button>
        {isWorking && (
          <Button variant="danger" onClick={onStop}>
            Stop
          </Button>
        )}
        <label className="text-xs text-muted">
          Files
          <input
            type="file"
            multiple
            className="ms-2 max-w-44 text-xs"
            value=""
            onChange={(event) => setFiles([...files, ...(event.target.files ?? [])])}
          />
        </label>
      </div>
    </Form>
  );
}

interface CompletionListProps {
  readonly completions: readonly ConversationCompletion[];
  readonly onChoose: (word: string) => void;
}

function CompletionList({ completions, onChoose }: CompletionListProps) {
  if (completions.length === 0) return null;
  return (
    <ul
      aria-label="Commands"
      className="mb-2 max-h-48 overflow-y-auto rounded-md border border-line"
    >
      {completions.map(({ word, about = '' }) => (
        <li key={word}>
          <button
            type="button"
            className="block w-full px-2 py-1 text-start text-sm hover:bg-surface"
            onClick={() => onChoose(word)}
          >
            <code>{word}</code> <span className="text-muted">{about}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function replaceLastWord(text: string, word: string): string {
  const end = Math.max(text.lastIndexOf(' '), text.lastIndexOf('\n')) + 1;
  return `${text.slice(0, end)}${word} `;
}

interface AttachedFilesProps {
  readonly files: readonly File[];
  readonly onRemove: (file: File) => void;
}

function AttachedFiles({ files, onRemove }: AttachedFilesProps) {
  if (files.length === 0) return null;
  return (
    <ul aria-label="Files to send" className="mb-2 flex flex-wrap gap-2">
      {files.map((file, index) => (
        <li
          key={`${index} ${file.name}`}
          className="rounded-md border border-line px-2 py-1 text-xs"
        >
          <span className="break-all">{file.name}</span>{' '}
          <button
            type="button"
            className="underline"
            aria-label={`Remove ${file.name}`}
            onClick={() => onRemove(file)}
          >
            remove
          </button>
        </li>
      ))}
    </ul>
  );
}
