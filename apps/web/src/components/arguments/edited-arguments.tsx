import { useMemo, useState, type RefObject } from 'react';
import { formatArguments, listEditLines } from '@timestep-ai/timestep/view';
import { EditLines } from './edit-lines.tsx';
import { argumentsToTexts, textsToArguments } from '../forms/edited-call.ts';
import { FormFieldInput } from '../forms/form-field-input.tsx';
import { TextField } from '../forms/form.tsx';
import { parseFormArguments, schemaToFields } from '../forms/schema-form.ts';
import { isJsonObject, tryParseJson } from '../values/try-parse-json.ts';

/** The arguments of a call as a user has changed them. */
export interface EditedCall {
  /** JSON text of the arguments; the last valid one if a field of the form is wrong. */
  readonly text: string;
  readonly isValid: boolean;
}

interface EditedArgumentsProps {
  /** The arguments as the model wrote them. */
  readonly written: string;
  /** JSON Schema of the arguments; undefined if it is unknown. */
  readonly schema: unknown;
  readonly edited: EditedCall;
  readonly box: RefObject<HTMLDivElement | null>;
  /** Called when more of the arguments may have become visible on the screen. */
  readonly onLook: () => void;
  readonly onEdit: (edited: EditedCall) => void;
}

/** The arguments of a call in a form made from the tool's schema, or as JSON, and what differs from the call as written. */
export function EditedArguments(props: EditedArgumentsProps) {
  const { written, schema, edited, box, onLook, onEdit } = props;
  const fields = useMemo(() => schemaToFields(schema) ?? [], [schema]);
  const [texts, setTexts] = useState(() => argumentsToTexts(fields, edited.text));
  const before = formatArguments(written);
  const switchForm = (): void => {
    if (texts) onEdit({ ...edited, isValid: true });
    setTexts(texts ? undefined : argumentsToTexts(fields, edited.text));
  };
  const canSwitch = fields.length > 0 && (texts ?? argumentsToTexts(fields, edited.text));
  return (
    <>
      <div ref={box} onScrollCapture={onLook}>
        {texts ? (
          <ArgumentsForm
            {...{ fields, texts }}
            onChange={(changed) => {
              setTexts(changed);
              const text = textsToArguments(fields, changed, written);
              onEdit({ text: text ?? edited.text, isValid: text !== undefined });
            }}
          />
        ) : (
          <ArgumentsJson edited={edited} onEdit={onEdit} />
        )}
      </div>
      {canSwitch && (
        <button
          type="button"
          className="mt-1 rounded-sm px-1 py-0.5 text-xs text-muted underline hover:text-text"
          onClick={switchForm}
        >
          {texts ? 'Edit as JSON' : 'Use the form'}
        </button>
      )}
      {edited.isValid && edited.text !== before && (
        <div role="group" aria-label="Changes" className="mt-2">
          <EditLines lines={listEditLines({ before, after: formatArguments(edited.text) })} />
        </div>
      )}
    </>
  );
}

interface ArgumentsFormProps {
  readonly fields: NonNullable<ReturnType<typeof schemaToFields>>;
  readonly texts: Readonly<Record<string, string>>;
  readonly onChange: (texts: Readonly<Record<string, string>>) => void;
}

function ArgumentsForm({ fields, texts, onChange }: ArgumentsFormProps) {
  const parsed = parseFormArguments(fields, texts);
  const errors = parsed.kind === 'bad' ? parsed.errors : {};
  return (
    <div
      role="group"
      aria-label="Arguments"
      className="flex flex-col gap-3 rounded-md bg-surface p-2.5"
    >
      {fields.map((field, at) => (
        <FormFieldInput
          key={field.name}
          field={field}
          isFirst={at === 0}
          text={texts[field.name] ?? ''}
          error={errors[field.name]}
          onChange={(text) => onChange({ ...texts, [field.name]: text })}
        />
      ))}
    </div>
  );
}

function ArgumentsJson({ edited, onEdit }: Pick<EditedArgumentsProps, 'edited' | 'onEdit'>) {
  const { text, isValid } = edited;
  return (
    <>
      <TextField
        aria-label="Arguments"
        autoFocus
        className="w-full font-mono text-xs [unicode-bidi:bidi-override]"
        dir="ltr"
        rows={Math.min(text.split('\n').length + 1, 16)}
        value={text}
        aria-invalid={!isValid}
        spellCheck={false}
        onChange={(changed) =>
          onEdit({ text: changed, isValid: isJsonObject(tryParseJson(changed)) })
        }
      />
      {!isValid && <p className="mt-1 text-sm text-bad">The arguments must be a JSON object.</p>}
    </>
  );
}
