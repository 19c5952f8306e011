import { useId } from 'react';
import type { ConversationModelList } from '@timestep-ai/timestep/view';
import { useRead } from '../../../api/queries.ts';
import { TextField } from '../../../components/forms/form.tsx';

interface ModelFieldProps {
  /** Path of the models of the agent, below which the names are. */
  readonly path: string;
  /** The model that is used if the field stays empty. */
  readonly own: string | undefined;
  readonly model: string;
  readonly onChange: (model: string) => void;
}

/** A field for the model of a new task: suggests the models of the providers, and accepts any text. */
export function ModelField({ path, own, model, onChange }: ModelFieldProps) {
  const listId = useId();
  const { data } = useRead<ConversationModelList>(['model names', path], `${path}/names`, {
    retry: false,
  });
  return (
    <>
      <TextField
        label="Model"
        list={listId}
        autoComplete="off"
        placeholder={own ?? 'provider/name'}
        value={model}
        onChange={onChange}
      />
      <datalist id={listId}>
        {data?.models.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
