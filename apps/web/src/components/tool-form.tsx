import { useId, useState } from 'react';
import { isArguments } from './arguments-text.ts';
import { Button } from './button.tsx';
import { FormFieldInput } from './form-field-input.tsx';
import { argumentsOf, fieldsOf, startOf, type FormTexts } from './schema-form.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** A form for the arguments of a call, made of their JSON Schema; they can be written as JSON as well. */
export function ToolForm({
  schema,
  label,
  isSending,
  onSend,
}: {
  readonly schema: unknown;
  /** What the button says. */
  readonly label: string;
  readonly isSending: boolean;
  readonly onSend: (given: Arguments) => void;
}) {
  const id = useId();
  const fields = fieldsOf(schema);
  const [texts, setTexts] = useState<FormTexts>(() => startOf(fields ?? []));
  const [json, setJson] = useState(fields ? undefined : '{}');
  const [isTried, setTried] = useState(false);
  const given = json === undefined ? argumentsOf(fields ?? [], texts) : jsonArguments(json);
  const faults = isTried && given.kind === 'bad' ? given.faults : {};
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (given.kind === 'good') onSend(given.arguments);
      }}
    >
      {json === undefined ? (
        fields?.map((field) => (
          <FormFieldInput
            key={field.name}
            field={field}
            text={texts[field.name] ?? ''}
            fault={faults[field.name]}
            onChange={(text) => setTexts({ ...texts, [field.name]: text })}
          />
        ))
      ) : (
        <div>
          <label htmlFor={id} className="block text-sm">
            Arguments as JSON
          </label>
          <textarea
            id={id}
            rows={8}
            value={json}
            spellCheck={false}
            aria-invalid={faults[''] !== undefined}
            onChange={({ target }) => setJson(target.value)}
            className="w-full rounded-md border border-line bg-surface p-2 font-mono text-xs"
          />
          {faults[''] !== undefined && <p className="text-sm text-bad">{faults['']}</p>}
        </div>
      )}
      {json === undefined && fields?.length === 0 && (
        <p className="text-sm text-muted">It takes no arguments.</p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="strong" disabled={isSending}>
          {isSending ? 'Waiting…' : label}
        </Button>
        {fields && (
          <Button onClick={() => setJson(json === undefined ? textOfArguments(given) : undefined)}>
            {json === undefined ? 'Write as JSON' : 'Use the form'}
          </Button>
        )}
      </div>
    </form>
  );
}

function textOfArguments(given: ReturnType<typeof argumentsOf>): string {
  return JSON.stringify(given.kind === 'good' ? given.arguments : {}, null, 2);
}

function jsonArguments(text: string): ReturnType<typeof argumentsOf> {
  if (!isArguments(text)) return { kind: 'bad', faults: { '': 'They must be a JSON object.' } };
  return { kind: 'good', arguments: JSON.parse(text) as Arguments };
}
