import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sendJson } from '../../api/api-client.ts';
import { Button } from '../../components/controls/button.tsx';
import { ToolFields } from './tool-fields.tsx';
import { draftToTool, type ToolDraft } from './tool-draft.ts';
import { Form, LabeledField, FIELD } from '../../components/forms/form.tsx';
import { CodeBlock } from '../../components/values/code-block.tsx';
import { getAgentPath } from './agent-queries.ts';
import { parseJson } from '../../components/values/parse-json.ts';

interface ToolEditorProps {
  readonly agentId: string;
  readonly draft: ToolDraft;
  readonly isNew: boolean;
  readonly onSave: (draft: ToolDraft) => void;
  readonly onRemove: () => void;
}

export function ToolEditor({ agentId, draft: before, isNew, onSave, onRemove }: ToolEditorProps) {
  const [draft, setDraft] = useState(before);
  const [samples, setSamples] = useState<Readonly<Record<string, string>>>({});
  const change = (news: Partial<ToolDraft>): void => setDraft({ ...draft, ...news });
  return (
    <Form className="flex flex-col gap-3" onSubmit={() => onSave(draft)}>
      <LabeledField title="Tool name">
        <input
          value={draft.name}
          required
          onChange={({ target }) => change({ name: target.value })}
          className={`${FIELD} w-full`}
        />
      </LabeledField>
      <LabeledField title="Tool description">
        <input
          value={draft.description}
          onChange={({ target }) => change({ description: target.value })}
          className={`${FIELD} w-full`}
        />
      </LabeledField>
      <ToolFields
        fields={draft.fields}
        samples={samples}
        onChange={(fields) => change({ fields })}
        onSample={setSamples}
      />
      <LabeledField title="Prompt template, with field names in braces">
        <textarea
          value={draft.prompt}
          rows={5}
          required
          onChange={({ target }) => change({ prompt: target.value })}
          className={`${FIELD} w-full font-mono`}
        />
      </LabeledField>
      <PromptPreview agentId={agentId} draft={draft} samples={samples} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="strong">
          Preview change…
        </Button>
        {!isNew && <Button onClick={onRemove}>Delete tool…</Button>}
      </div>
    </Form>
  );
}

interface PromptPreviewProps {
  readonly agentId: string;
  readonly draft: ToolDraft;
  readonly samples: Readonly<Record<string, string>>;
}

function PromptPreview({ agentId, draft, samples }: PromptPreviewProps) {
  const asked = { tool: draftToTool(draft), arguments: parseSampleArguments(draft, samples) };
  const path = getAgentPath(agentId, '/files/preview');
  const { data } = useQuery({
    queryKey: ['tool preview', path, asked],
    queryFn: () => sendJson<{ readonly prompt: string }>('POST', path, asked),
    placeholderData: (shown) => shown,
    gcTime: 0,
  });
  return (
    <section>
      <h2 className="text-xs text-muted">Prompt that a call with the sample values sends</h2>
      <CodeBlock label="Preview of the prompt" className="max-h-64 p-2">
        {data?.prompt}
      </CodeBlock>
    </section>
  );
}

/** Parses sample arguments: a string as written, any other type as JSON. */
function parseSampleArguments(
  { fields }: ToolDraft,
  samples: Readonly<Record<string, string>>,
): Readonly<Record<string, unknown>> {
  const given = fields.filter(({ name }) => (samples[name] ?? '') !== '');
  return Object.fromEntries(
    given.map(({ name, type }) => [name, parseSampleValue(type, samples[name] ?? '')]),
  );
}

function parseSampleValue(type: string, text: string): unknown {
  const value = type === 'string' ? undefined : parseJson(text);
  return value === undefined ? text : value;
}
