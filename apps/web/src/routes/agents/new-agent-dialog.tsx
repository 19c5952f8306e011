import { toFolderName } from './folder-name.ts';
import { useState } from 'react';
import type { AgentSummary, CreatedAgent } from '@timestep-ai/timestep/view';
import { Button } from '../../components/controls/button.tsx';
import { Dialog } from '../../components/controls/dialog.tsx';
import { FailureNotice } from '../../components/notices/notices.tsx';
import { Form, LabeledField, Select, FIELD } from '../../components/forms/form.tsx';
import { useSend } from '../../api/queries.ts';
import { useQueryClient } from '@tanstack/react-query';

const WIDE_FIELD = `${FIELD} w-full`;

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
  async function createFromForm(form: HTMLFormElement): Promise<void> {
    const filled = await readFormTexts(new FormData(form));
    making.mutate({ kind, ...filled }, { onSuccess: onMade });
  }
  return (
    <Dialog title="Create agent" onClose={onClose}>
      <Form className="flex flex-col gap-3" onSubmit={(form) => void createFromForm(form)}>
        <LabeledField title="Kind">
          <Select
            value={kind}
            options={Object.entries(KINDS)}
            onChange={(value) => setKind(value as Kind)}
            className={WIDE_FIELD}
          />
        </LabeledField>
        {kind === 'copy' && (
          <LabeledField title="Agent to copy">
            <Select
              name="agentId"
              options={agents.map((agent) => [agent.id, agent.name])}
              className={WIDE_FIELD}
            />
          </LabeledField>
        )}
        {kind === 'import' && (
          <LabeledField title="Agent file (.md or .yaml)">
            <input type="file" name="file" accept=".md,.mdt,.yaml,.yml" required />
          </LabeledField>
        )}
        <LabeledField title={kind === 'import' ? 'New name (optional)' : 'Name'}>
          <input
            name="name"
            value={name}
            required={kind !== 'import'}
            onChange={({ target }) => setName(target.value)}
            className={WIDE_FIELD}
          />
        </LabeledField>
        {kind === 'new' && (
          <>
            <LabeledField title="Description">
              <input name="description" className={WIDE_FIELD} />
            </LabeledField>
            <LabeledField title="Model (provider/name)">
              <input name="model" className={WIDE_FIELD} />
            </LabeledField>
            <LabeledField title="Prompt">
              <textarea name="prompt" rows={5} required className={WIDE_FIELD} />
            </LabeledField>
          </>
        )}
        <FolderField places={places} />
        <LabeledField title="Folder name">
          <input
            name="folder"
            value={folder ?? toFolderName(name)}
            required
            onChange={({ target }) => setFolder(target.value)}
            className={WIDE_FIELD}
          />
        </LabeledField>
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

function FolderField({ places }: { places: readonly string[] }) {
  const [only, ...others] = places;
  if (others.length === 0) return <input type="hidden" name="place" value={only} />;
  return (
    <LabeledField title="Parent folder">
      <Select name="place" options={places} className={WIDE_FIELD} />
    </LabeledField>
  );
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
