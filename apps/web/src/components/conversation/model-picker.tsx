import { Check, ChevronDown } from '../../icons/icons.ts';
import { useState } from 'react';
import { Button } from '../controls/button.tsx';
import { Dialog } from '../controls/dialog.tsx';
import { FailureNotice } from '../notices/notices.tsx';

interface ModelPickerProps {
  readonly own: string | undefined;
  readonly chosen: string | undefined;
  /** The models to choose from; undefined while they are read. */
  readonly models: readonly string[] | undefined;
  /** Why the models cannot be listed, or the model was not chosen. */
  readonly failure?: string | undefined;
  /** Called when the list opens, so that it is read only then. */
  readonly onOpen: () => void;
  /** Chooses a model; undefined: that of the agent. Resolves to whether it was accepted. */
  readonly onChoose: (model: string | undefined) => Promise<boolean>;
}

/** Shows the model of a conversation, and lets the user choose another for it. */
export function ModelPicker(props: ModelPickerProps) {
  const { own, chosen, onOpen } = props;
  const [isOpen, setOpen] = useState(false);
  const name = chosen ?? own ?? 'model of the agent';
  return (
    <>
      <button
        type="button"
        aria-label={`Model: ${name}`}
        title="Choose the model of this conversation"
        className="flex h-8 min-w-0 items-center gap-1 rounded-full px-2 text-xs text-muted hover:bg-hover hover:text-text"
        onClick={() => {
          setOpen(true);
          onOpen();
        }}
      >
        <span className="max-w-40 truncate">{name.slice(name.indexOf('/') + 1)}</span>
        <ChevronDown aria-hidden="true" size={12} />
      </button>
      {isOpen && <ModelDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function ModelDialog(props: ModelPickerProps & { readonly onClose: () => void }) {
  const { own, chosen, models, failure, onChoose, onClose } = props;
  const [text, setText] = useState('');
  const wanted = text.trim();
  const listed = (models ?? []).filter((model) => model.includes(wanted.toLowerCase()));
  const choose = (model: string | undefined): void =>
    void onChoose(model).then((isAccepted) => isAccepted && onClose());
  return (
    <Dialog title="Model of this conversation" onClose={onClose}>
      <p className="mb-2 text-sm text-muted">The new model is used from the next message on.</p>
      <input
        data-first
        type="search"
        aria-label="Search the models, or write provider/name"
        placeholder="Search, or write provider/name"
        className="mb-2 w-full rounded-md border border-line bg-page px-2.5 py-1.5 text-sm"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {failure !== undefined && <FailureNotice message={failure} />}
      <ul aria-label="Models" className="max-h-72 overflow-y-auto">
        {wanted === '' && (
          <Choice
            name={own ?? 'the agent decides'}
            note="model of the agent"
            isChosen={chosen === undefined}
            onChoose={() => choose(undefined)}
          />
        )}
        {listed.map((model) => (
          <Choice
            key={model}
            name={model}
            isChosen={model === chosen}
            onChoose={() => choose(model)}
          />
        ))}
      </ul>
      {models === undefined && failure === undefined && (
        <p role="status" className="px-2 py-1 text-sm text-muted">
          Asking the providers for their models…
        </p>
      )}
      {/[/:]/.test(wanted) && !listed.includes(wanted) && (
        <Button className="mt-2" onClick={() => choose(wanted)}>
          Use {wanted}
        </Button>
      )}
    </Dialog>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly note?: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function Choice({ name, note, isChosen, onChoose }: ChoiceProps) {
  return (
    <li>
      <button
        type="button"
        aria-pressed={isChosen}
        className="flex w-full items-center gap-2 rounded-md px-2 py-1 text-start text-sm hover:bg-hover"
        onClick={onChoose}
      >
        <Check aria-hidden="true" size={14} className={isChosen ? 'text-accent' : 'invisible'} />
        <span className="min-w-0 truncate">{name}</span>
        {note !== undefined && <span className="text-xs text-muted">{note}</span>}
      </button>
    </li>
  );
}
