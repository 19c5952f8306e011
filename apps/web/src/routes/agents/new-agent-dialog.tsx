import { useState, type ReactNode } from 'react';
import type { AgentSummary, CreatedAgent } from '@timestep-ai/timestep/view';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { toFolderName } from './folder-name.ts';
import { useCreateAgent } from './use-agents.ts';

const FIELD = 'w-full rounded-md border border-line bg-page px-2 py-1 text-sm';

const KINDS = { new: 'New', copy: 'Copy of an agent', import: 'Import from a file' } as const;
type Kind = keyof typeof KINDS;

/** A dialog that creates an agent: a new one, a copy, or an import from a file. */
export function NewAgentDialog({
  places,
  agents,
  onMade,
  onClose,
}: {
  readonly places: readonly string[];
  readonly agents: readonly AgentSummary[];
  readonly onMade: (made: CreatedAgent) => void;
  readonly onClose: () => void;
}) {
  const [kind, setKind] = useState<Kind>('new');
  const [name, setName] = useState('');
  const [folder, setFolder] = useState<string>();
  const making = useCreateAgent();
  async function createFromForm(form: HTMLFormElement): Promise<void> {
    const filled = await readFormTexts(new FormData(form));
    making.mutate({ kind, ...filled }, { onSuccess: onMade });
  }
  return (
    <Dialog title="Create agent" onClose={onClose}>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void createFromForm(event.currentTarget);
        }}
      >
        <LabeledField title="Kind">
          <select
            value={kind}
            onChange={({ target }) => setKind(target.value as Kind)}
            className={FIELD}
          >
            {Object.entries(KINDS).map(([one, words]) => (
              <option key={one} value={one}>
                {words}
              </option>
            ))}
          </select>
        </LabeledField>
        {kind === 'copy' && <CopyFields agents={agents} />}
        {kind === 'import' && <ImportFields />}
        <LabeledField title={kind === 'import' ? 'New name (optional)' : 'Name'}>
          <input
            name="name"
            value={name}
            required={kind !== 'import'}
            onChange={({ target }) => setName(target.value)}
            className={FIELD}
          />
        </LabeledField>
        {kind === 'new' && <NewAgentFields />}
        <FolderField places={places} />
        <LabeledField title="Folder name">
          <input
            name="folder"
            value={folder ?? toFolderName(name)}
            required
            onChange={({ target }) => setFolder(target.value)}
            className={FIELD}
          />
        </LabeledField>
        {making.error && <FailureNotice message={making.error.message} />}
        <div className="flex gap-2">
          <Button type="submit" variant="strong" disabled={making.isPending}>
            Create
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}

function CopyFields({ agents }: { readonly agents: readonly AgentSummary[] }) {
  return (
    <LabeledField title="Agent to copy">
      <select name="agentId" className={FIELD}>
        {agents.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </LabeledField>
  );
}

function ImportFields() {
  return (
    <LabeledField title="Agent file (.md or .yaml)">
      <input type="file" name="file" accept=".md,.mdt,.yaml,.yml" required />
    </LabeledField>
  );
}

function FolderField({ places }: { readonly places: readonly string[] }) {
  const [only, ...others] = places;
  if (others.length === 0) return <input type="hidden" name="place" value={only} />;
  return (
    <LabeledField title="Parent folder">
      <select name="place" className={FIELD}>
        {places.map((place) => (
          <option key={place}>{place}</option>
        ))}
      </select>
    </LabeledField>
  );
}

function NewAgentFields() {
  return (
    <>
      <LabeledField title="Description">
        <input name="description" className={FIELD} />
      </LabeledField>
      <LabeledField title="Model (provider/name)">
        <input name="model" className={FIELD} />
      </LabeledField>
      <LabeledField title="Prompt">
        <textarea name="prompt" rows={5} required className={FIELD} />
      </LabeledField>
    </>
  );
}

function LabeledField({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <label className="flex flex-col gap-1 text-sm">
      {title}
      {children}
    </label>
  );
}

/** Reads the texts of a form. For a chosen file, adds its name and its content. */
async function readFormTexts(form: FormData): Promise<Readonly<Record<string, string>>> {
  const texts: Record<string, string> = {};
  for (const [field, value] of form) {
    if (typeof value === 'string') texts[field] = value;
    else Object.assign(texts, { fileName: value.name, text: await value.text() });
  }
  return texts;
}
