import { useId, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { NEW_PARTS, createNewFile, type NewPart } from './new-file-text.ts';
import { useWriteEdit } from './use-files.ts';

const FIELD = 'rounded-md border border-line bg-page px-2 py-1 text-sm';

/** A form that adds a rule, a reference or a skill, and then opens the new file in the editor. */
export function NewFileForm({
  agentId,
  onMade,
}: {
  readonly agentId: string;
  readonly onMade: (path: string) => void;
}) {
  const id = useId();
  const [part, setPart] = useState<NewPart>('rule');
  const [name, setName] = useState('');
  const writing = useWriteEdit(agentId, 'write');
  const made = createNewFile(part, name);
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (!made) return;
        writing.mutate(made, {
          onSuccess: () => {
            setName('');
            onMade(made.path);
          },
        });
      }}
    >
      <div className="flex gap-2">
        <select
          aria-label="Kind of the new file"
          value={part}
          onChange={({ target }) => setPart(target.value as NewPart)}
          className={FIELD}
        >
          {NEW_PARTS.map((one) => (
            <option key={one} value={one}>
              New {one}
            </option>
          ))}
        </select>
        <input
          id={id}
          aria-label="Name of the new file"
          value={name}
          placeholder="name"
          onChange={({ target }) => setName(target.value)}
          className={`${FIELD} min-w-0 flex-1`}
        />
      </div>
      {name !== '' && !made && (
        <p className="text-xs text-bad">Use lowercase letters, digits and hyphens.</p>
      )}
      {writing.error && <FailureNotice message={writing.error.message} />}
      <Button type="submit" disabled={!made || writing.isPending}>
        Add
      </Button>
    </form>
  );
}
