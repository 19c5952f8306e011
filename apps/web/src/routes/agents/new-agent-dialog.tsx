import { nameToFolderName } from './folder-name.ts';
import { useState } from 'react';
import type { AgentSummary, CreatedAgent } from '@timestep-ai/timestep/view';
import { Button } from '../../components/controls/button.tsx';
import { FileField } from '../../components/forms/file-field.tsx';
import { Dialog } from '../../components/controls/dialog.tsx';
import { FailureNotice } from '../../components/notices/notices.tsx';
import { Form, Select, TextField } from '../../components/forms/form.tsx';
import { useSend } from '../../api/queries.ts';
import { useQueryClient } from '@tanstack/react-query';

const KINDS = { new: 'New', copy: 'Copy of an agent', import: 'Import from a file' } as const;
type Kind = keyof typeof KINDS;

interface NewAgentDialogProps {
  readonly places: readonly string[];
  readonly agents: readonly AgentSummary[];
  readonly onMade: (made: CreatedAgent) => void;
  readonly onClose: () => void;
}

export function NewAgentDialog({ places, agents, onMade, onClose }: NewAgentDialogProps) {
  const [kind, setKind] = useState<Kind>('new');
  const [name, setName] = useState('');
  const [folder, setFolder] = useState<string>();
  const queries = useQueryClient();
  const making = useSend<Readonly<Record<string, string>>, CreatedAgent>('POST', '/agents', {
    onSuccess: () => queries.invalidateQueries({ queryKey: ['agents'] }),
  });
  function closeAndReportAgent(made: CreatedAgent): void {
    onClose();
    onMade(made);
  }
  async function createFromForm(form: HTMLFormElement): Promise<void> {
    const filled = await readFormTexts(new FormData(form));
    making.mutate({ kind, ...filled }, { onSuccess: closeAndReportAgent });
  }
  return (
    <Dialog title="Create agent" onClose={onClose}>
      <Form className="flex flex-col gap-3" onSubmit={(form) => void createFromForm(form)}>
        <Select
          label="Kind"
          value={kind}
          options={Object.entries(KINDS)}
          onChange={(value) => setKind(value as Kind)}
        />
        {kind === 'copy' && (
          <Select label="Agent to copy" name="agentId" options={agents.map(agentToOption)} />
        )}
        {kind === 'import' && (
          <FileField
            label="Agent file (.md or .yaml)"
            name="file"
            accept=".md,.mdt,.yaml,.yml"
            required
          />
        )}
        <TextField
          label={kind === 'import' ? 'New name (optional)' : 'Name'}
          name="name"
          value={name}
          required={kind !== 'import'}
          onChange={setName}
        />
        {kind === 'new' && (
          <>
            <TextField label="Description" name="description" />
            <TextField label="Model (provider/name)" name="model" />
            <TextField label="Prompt" name="prompt" rows={5} required />
          </>
        )}
        {places.length === 1 ? (
          <input type="hidden" name="place" value={places[0]} />
        ) : (
          <Select label="Parent folder" name="place" options={places} />
        )}
        <TextField
          label="Folder name"
          name="folder"
          value={folder ?? nameToFolderName(name)}
          required
          onChange={setFolder}
        />
        {making.error && <FailureNotice message={making.error.message} />}
        <div className="flex gap-2">
          <Button type="submit" variant="strong" disabled={making.isPending}>
            Create
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </Form>
    </Dialog>
  );
}

function agentToOption({ id, name }: AgentSummary): readonly [value: string, text: string] {
  return [id, name];
}

/** Reads the texts of the form, including the name and the content of a chosen file. */
async function readFormTexts(form: FormData): Promise<Readonly<Record<string, string>>> {
  const texts: Record<string, string> = {};
  for (const [field, value] of form) {
    if (typeof value === 'string') texts[field] = value;
    else Object.assign(texts, { fileName: value.name, text: await value.text() });
  }
  return texts;
}
