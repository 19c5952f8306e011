import { ArrowUp, Paperclip, Square, X } from '../../icons/icons.ts';
import { useRef, useState, type ClipboardEvent, type KeyboardEvent, type ReactNode } from 'react';
import type { ConversationCompletion } from '@timestep-ai/timestep/view';
import { Form } from '../forms/form.tsx';
import { usePageFileDrop } from './use-dropped-files.ts';

interface ComposerProps {
  /** Whether a task is running, which a message then steers. */
  readonly isWorking: boolean;
  readonly isSending: boolean;
  readonly completions: readonly ConversationCompletion[];
  /** Placeholder text of the empty message field. */
  readonly hint?: string;
  readonly onChange: (text: string) => void;
  /** Sends a message. Resolves to whether it was accepted; if not, the form gets its content back. */
  readonly onSend: (text: string, files: readonly File[]) => Promise<boolean>;
  readonly onStop: () => void;
  /** Further controls beside the button for files, such as the choice of the model. */
  readonly children?: ReactNode;
}

export function Composer(props: ComposerProps) {
  const { isWorking, isSending, completions, hint, onChange, onSend, onStop, children } = props;
  const [text, setText] = useState('');
  const [files, setFiles] = useState<readonly File[]>([]);
  const isEmpty = text.trim() === '' && files.length === 0;
  const addFiles = (added: Iterable<File>): void => setFiles((before) => [...before, ...added]);
  const isDragging = usePageFileDrop(addFiles);
  const write = (next: string): void => {
    setText(next);
    onChange(next);
  };
  async function submitMessage(): Promise<void> {
    if (isEmpty || isSending) return;
    write('');
    setFiles([]);
    if (await onSend(text, files)) return;
    setText((newer) => (newer === '' ? text : newer));
    setFiles((newer) => [...files, ...newer]);
  }
  function submitOnEnter(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void submitMessage();
  }
  function attachPastedFiles({ clipboardData }: ClipboardEvent): void {
    if (clipboardData.files.length > 0) addFiles(clipboardData.files);
  }
  const label = isWorking ? 'Message to the running agent' : 'Message';
  return (
    <Form
      className={`rounded-2xl border bg-raised p-2 shadow-sm ${isDragging ? 'border-accent border-dashed' : 'border-line'}`}
      onSubmit={() => void submitMessage()}
    >
      <CompletionList
        completions={completions}
        onChoose={(word) => write(replaceLastWord(text, word))}
      />
      <AttachedFiles
        files={files}
        onRemove={(file) => setFiles(files.filter((one) => one !== file))}
      />
      <textarea
        aria-label={label}
        placeholder={isDragging ? 'Drop the files to attach them' : (hint ?? label)}
        className="block w-full resize-none rounded-xl bg-transparent px-2 py-1.5 text-base -outline-offset-2 placeholder:text-muted"
        rows={Math.min(text.split('\n').length, 8)}
        value={text}
        onChange={({ target }) => write(target.value)}
        onKeyDown={submitOnEnter}
        onPaste={attachPastedFiles}
      />
      <div className="flex flex-wrap items-center gap-1">
        <AttachButton onChoose={addFiles} />
        {children}
        <span className="flex-1" />
        {isWorking && (
          <RoundButton label="Stop" onClick={onStop} className="bg-bad text-on-kind">
            <Square aria-hidden="true" size={12} fill="currentColor" />
          </RoundButton>
        )}
        <RoundButton
          label="Send"
          isSubmit
          isDisabled={isEmpty || isSending}
          className="bg-accent text-on-accent"
        >
          <ArrowUp aria-hidden="true" size={16} strokeWidth={2.5} />
        </RoundButton>
      </div>
    </Form>
  );
}

interface RoundButtonProps {
  readonly label: string;
  readonly isSubmit?: boolean;
  readonly isDisabled?: boolean;
  readonly onClick?: () => void;
  readonly className: string;
  readonly children: ReactNode;
}

function RoundButton(props: RoundButtonProps) {
  const { label, isSubmit = false, isDisabled = false, onClick, className, children } = props;
  return (
    <button
      type={isSubmit ? 'submit' : 'button'}
      aria-label={label}
      title={label}
      disabled={isDisabled}
      onClick={onClick}
      className={`grid size-8 place-items-center rounded-full disabled:opacity-40 ${className}`}
    >
      {children}
    </button>
  );
}

/** The browser's file input is hidden behind a button, because its text and appearance cannot be changed. */
function AttachButton({ onChoose }: { readonly onChoose: (files: Iterable<File>) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        value=""
        onChange={({ target }) => onChoose(target.files ?? [])}
      />
      <button
        type="button"
        aria-label="Attach files"
        title="Attach files"
        className="grid size-8 place-items-center rounded-full text-muted hover:bg-hover hover:text-text"
        onClick={() => input.current?.click()}
      >
        <Paperclip aria-hidden="true" size={16} />
      </button>
    </>
  );
}

interface CompletionListProps {
  readonly completions: readonly ConversationCompletion[];
  readonly onChoose: (word: string) => void;
}

function CompletionList({ completions, onChoose }: CompletionListProps) {
  if (completions.length === 0) return null;
  return (
    <ul aria-label="Commands" className="mb-2 max-h-48 overflow-y-auto rounded-lg">
      {completions.map(({ word, about = '' }) => (
        <li key={word}>
          <button
            type="button"
            className="block w-full rounded-md px-2 py-1 text-start text-sm hover:bg-hover"
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
    <ul aria-label="Files to send" className="mb-1 flex flex-wrap gap-1.5 px-1">
      {files.map((file, index) => (
        <li
          key={`${index} ${file.name}`}
          className="flex items-center gap-1 rounded-full bg-hover py-1 ps-3 pe-1 text-xs"
        >
          <span className="break-all">{file.name}</span>
          <button
            type="button"
            className="grid size-6 place-items-center rounded-full hover:bg-wait"
            aria-label={`Remove ${file.name}`}
            onClick={() => onRemove(file)}
          >
            <X aria-hidden="true" size={12} />
          </button>
        </li>
      ))}
    </ul>
  );
}
