import { useState } from 'react';
import { isJsonObject, tryParseJson, type JsonObject } from '../values/try-parse-json.ts';
import { Button } from '../controls/button.tsx';
import { FormFieldInput } from './form-field-input.tsx';
import {
  parseFormArguments,
  schemaToFields,
  getInitialTexts,
  type FormTexts,
} from './schema-form.ts';
import { Form, TextField } from './form.tsx';

interface ToolFormProps {
  readonly schema: unknown;
  readonly label: string;
  readonly isSending: boolean;
  readonly onSend: (given: JsonObject) => void;
}

/** A form for tool arguments, made from their JSON Schema; raw JSON is the alternative. */
export function ToolForm({ schema, label, isSending, onSend }: ToolFormProps) {
  const fields = schemaToFields(schema);
  const [texts, setTexts] = useState<FormTexts>(() => getInitialTexts(fields ?? []));
  const [json, setJson] = useState(fields ? undefined : '{}');
  const [isTried, setTried] = useState(false);
  const given =
    json === undefined ? parseFormArguments(fields ?? [], texts) : parseJsonArguments(json);
  const errors = isTried && given.kind === 'bad' ? given.errors : {};
  return (
    <Form
      className="flex flex-col gap-3"
      onSubmit={() => {
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
            error={errors[field.name]}
            onChange={(text) => setTexts({ ...texts, [field.name]: text })}
          />
        ))
      ) : (
        <div>
          <TextField
            label="Arguments as JSON"
            rows={8}
            value={json}
            spellCheck={false}
            aria-invalid={errors[''] !== undefined}
            onChange={setJson}
            className="font-mono"
          />
          {errors[''] !== undefined && <p className="text-sm text-bad">{errors['']}</p>}
        </div>
      )}
      {json === undefined && fields?.length === 0 && (
        <p className="text-sm text-muted">No arguments.</p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="strong" disabled={isSending}>
          {isSending ? 'Sending…' : label}
        </Button>
        {fields && (
          <Button
            onClick={() => setJson(json === undefined ? formatParsedArguments(given) : undefined)}
          >
            {json === undefined ? 'Edit as JSON' : 'Use the form'}
          </Button>
        )}
      </div>
    </Form>
  );
}

function formatParsedArguments(parsed: ReturnType<typeof parseFormArguments>): string {
  return JSON.stringify(parsed.kind === 'good' ? parsed.arguments : {}, null, 2);
}

function parseJsonArguments(text: string): ReturnType<typeof parseFormArguments> {
  const value = tryParseJson(text);
  if (isJsonObject(value)) return { kind: 'good', arguments: value };
  return { kind: 'bad', errors: { '': 'The arguments must be a JSON object.' } };
}
