import { useId, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import type { ConversationCompletion } from '@timestep-ai/timestep/view';
import { Button } from './button.tsx';

interface ComposerProps {
  /** Whether the agent works: what is sent then steers it. */
  readonly isWorking: boolean;
  readonly isSending: boolean;
  /** What may be written next in a slash command. */
  readonly completions: readonly ConversationCompletion[];
  readonly onChange: (text: string) => void;
  /** Resolves to whether it was taken; what was not stays here. */
  readonly onSend: (text: string, files: readonly File[]) => Promise<boolean>;
  readonly onStop: () => void;
}

/** What a person writes in a conversation: words, files, slash commands. Enter sends, Shift and Enter begin a line. */
export function Composer(props: ComposerProps) {
  const { isWorking, isSending, completions, onChange, onSend, onStop } = props;
  const id = useId();
  const [text, setText] = useState('');
  const [files, setFiles] = useState<readonly File[]>([]);
  const isEmpty = text.trim() === '' && files.length === 0;
  const write = (next: string): void => {
    setText(next);
    onChange(next);
  };
  async function sendAll(): Promise<void> {
    if (isEmpty || isSending || !(await onSend(text, files))) return;
    write('');
    setFiles([]);
  }
  function pressed(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void sendAll();
  }
  function pasted({ clipboardData }: ClipboardEvent): void {
    if (clipboardData.files.length > 0) setFiles([...files, ...clipboardData.files]);
  }
  return (
    <form
      className="border-t border-line p-3"
      onSubmit={(event) => {
        event.preventDefault();
        void sendAll();
      }}
    >
      <Completions completions={completions} onChoose={(word) => write(withWord(text, word))} />
      <Attached files={files} onRemove={(file) => setFiles(files.filter((one) => one !== file))} />
      <label htmlFor={`${id}-text`} className="text-xs text-muted">
        {isWorking ? 'Message, which the agent hears while it works' : 'Message'}
      </label>
      <textarea
        id={`${id}-text`}
        className="block w-full rounded-md border border-line bg-page p-2 text-sm"
        rows={Math.min(text.split('\n').length + 1, 8)}
        value={text}
        onChange={(event) => write(event.target.value)}
        onKeyDown={pressed}
        onPaste={pasted}
      />
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <Button type="submit" look="strong" disabled={isEmpty || isSending}>
          Send
        </Button>
        {isWorking && (
          <Button look="danger" onClick={onStop}>
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
    </form>
  );
}

function Completions({
  completions,
  onChoose,
}: {
  readonly completions: readonly ConversationCompletion[];
  readonly onChoose: (word: string) => void;
}) {
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

/** The line with a word in place of the last one, which is not finished. */
function withWord(text: string, word: string): string {
  const end = Math.max(text.lastIndexOf(' '), text.lastIndexOf('\n')) + 1;
  return `${text.slice(0, end)}${word} `;
}

function Attached({
  files,
  onRemove,
}: {
  readonly files: readonly File[];
  readonly onRemove: (file: File) => void;
}) {
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
