import { useState } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { FailureNotice } from '../../../components/notices/notices.tsx';
import { NEW_PARTS, createNewFileEdit, type NewPart } from './new-file-text.ts';
import { useWriteEdit } from '../agent-queries.ts';
import { Form, Select, TextField } from '../../../components/forms/form.tsx';

interface NewFileFormProps {
  readonly agentId: string;
  readonly onMade: (path: string) => void;
}

export function NewFileForm({ agentId, onMade }: NewFileFormProps) {
  const [part, setPart] = useState<NewPart>('rule');
  const [name, setName] = useState('');
  const writing = useWriteEdit(agentId, 'write');
  const made = createNewFileEdit(part, name);
  return (
    <Form
      className="flex flex-col gap-2"
      onSubmit={() => {
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
        <Select
          aria-label="Kind of the new file"
          value={part}
          options={NEW_PARTS.map((one) => [one, `New ${one}`])}
          onChange={(value) => setPart(value as NewPart)}
        />
        <TextField
          aria-label="Name of the new file"
          value={name}
          placeholder="name"
          onChange={setName}
          className="flex-1"
        />
      </div>
      {name !== '' && !made && (
        <p className="text-xs text-bad">Use lowercase letters, digits and hyphens.</p>
      )}
      {writing.error && <FailureNotice message={writing.error.message} />}
      <Button type="submit" disabled={!made || writing.isPending}>
        Add
      </Button>
    </Form>
  );
}
