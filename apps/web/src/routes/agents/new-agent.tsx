import { useState, type ReactNode } from 'react';
import type { AgentLine, MadeAgent } from '@timestep-ai/timestep/view';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { folderNameOf } from './folder-name.ts';
import { useMakeAgent } from './use-agents.ts';

const FIELD = 'w-full rounded-md border border-line bg-page px-2 py-1 text-sm';

const KINDS = { new: 'New', copy: 'A copy', import: 'From a file' } as const;
type Kind = keyof typeof KINDS;

/** Asks what agent is to be made, and makes its folder. */
export function NewAgent({
  places,
  agents,
  onMade,
  onClose,
}: {
  readonly places: readonly string[];
  readonly agents: readonly AgentLine[];
  readonly onMade: (made: MadeAgent) => void;
  readonly onClose: () => void;
}) {
  const [kind, setKind] = useState<Kind>('new');
  const [name, setName] = useState('');
  const [folder, setFolder] = useState<string>();
  const making = useMakeAgent();
  async function make(form: HTMLFormElement): Promise<void> {
    const filled = await textsOf(new FormData(form));
    making.mutate({ kind, ...filled }, { onSuccess: onMade });
  }
  return (
    <Dialog title="Make an agent" onClose={onClose}>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void make(event.currentTarget);
        }}
      >
        <Labelled title="What">
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
        </Labelled>
        {kind === 'copy' && <CopyFields agents={agents} />}
        {kind === 'import' && <ImportFields />}
        <Labelled title={kind === 'import' ? 'Name, if it is to be another one' : 'Name'}>
          <input
            name="name"
            value={name}
            required={kind !== 'import'}
            onChange={({ target }) => setName(target.value)}
            className={FIELD}
          />
        </Labelled>
        {kind === 'new' && <NewFields />}
        <PlaceField places={places} />
        <Labelled title="New folder">
          <input
            name="folder"
            value={folder ?? folderNameOf(name)}
            required
            onChange={({ target }) => setFolder(target.value)}
            className={FIELD}
          />
        </Labelled>
        {making.error && <FailureNotice message={making.error.message} />}
        <div className="flex gap-2">
          <Button type="submit" look="strong" disabled={making.isPending}>
            Make it
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}

function CopyFields({ agents }: { readonly agents: readonly AgentLine[] }) {
  return (
    <Labelled title="Of which agent">
      <select name="agentId" className={FIELD}>
        {agents.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

function ImportFields() {
  return (
    <Labelled title="File of an agent: .md or .yaml">
      <input type="file" name="file" accept=".md,.mdt,.yaml,.yml" required />
    </Labelled>
  );
}

function PlaceField({ places }: { readonly places: readonly string[] }) {
  const [only, ...others] = places;
  if (others.length === 0) return <input type="hidden" name="place" value={only} />;
  return (
    <Labelled title="Where">
      <select name="place" className={FIELD}>
        {places.map((place) => (
          <option key={place}>{place}</option>
        ))}
      </select>
    </Labelled>
  );
}

function NewFields() {
  return (
    <>
      <Labelled title="What it is for">
        <input name="description" className={FIELD} />
      </Labelled>
      <Labelled title="Model, as provider/name">
        <input name="model" className={FIELD} />
      </Labelled>
      <Labelled title="Prompt">
        <textarea name="prompt" rows={5} required className={FIELD} />
      </Labelled>
    </>
  );
}

function Labelled({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <label className="flex flex-col gap-1 text-sm">
      {title}
      {children}
    </label>
  );
}

/** The fields of the form, with the name and the text of a chosen file. */
async function textsOf(form: FormData): Promise<Readonly<Record<string, string>>> {
  const texts: Record<string, string> = {};
  for (const [field, value] of form) {
    if (typeof value === 'string') texts[field] = value;
    else Object.assign(texts, { fileName: value.name, text: await value.text() });
  }
  return texts;
}
