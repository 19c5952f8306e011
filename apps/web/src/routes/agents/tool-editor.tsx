import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sendJson } from '../../api/api-client.ts';
import { Button } from '../../components/controls/button.tsx';
import { ToolFields } from './tool-fields.tsx';
import { draftToTool, type ToolDraft } from './tool-draft.ts';
import { Form, TextField } from '../../components/forms/form.tsx';
import { CodeBlock } from '../../components/values/code-block.tsx';
import { getAgentApiPath } from './agent-queries.ts';
import { tryParseJson } from '../../components/values/try-parse-json.ts';

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
      <TextField
        label="Tool name"
        value={draft.name}
        required
        onChange={(name) => change({ name })}
      />
      <TextField
        label="Tool description"
        value={draft.description}
        onChange={(description) => change({ description })}
      />
      <ToolFields
        fields={draft.fields}
        samples={samples}
        onChange={(fields) => change({ fields })}
        onSample={setSamples}
      />
      <TextField
        label="Prompt template, with field names in braces"
        value={draft.prompt}
        rows={5}
        required
        onChange={(prompt) => change({ prompt })}
        className="font-mono"
      />
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

interface PromptPreviewProps extends Pick<ToolEditorProps, 'agentId' | 'draft'> {
  readonly samples: Readonly<Record<string, string>>;
}

function PromptPreview({ agentId, draft, samples }: PromptPreviewProps) {
  const asked = { tool: draftToTool(draft), arguments: parseSampleArguments(draft, samples) };
  const path = getAgentApiPath(agentId, '/files/preview');
  const { data } = useQuery({
    queryKey: ['tool preview', path, asked],
    queryFn: () => sendJson<{ readonly prompt: string }>('POST', path, asked),
    placeholderData: (shown) => shown,
    gcTime: 0,
  });
  return (
    <section>
      <h2 className="text-xs text-muted">Prompt that results from the sample values</h2>
      <CodeBlock label="Preview of the prompt" className="max-h-64 p-2">
        {data?.prompt}
      </CodeBlock>
    </section>
  );
}

/**
 * Parses sample arguments: texts stay strings; values of other types are parsed as JSON if
 * possible.
 */
function parseSampleArguments({ fields }: ToolDraft, samples: PromptPreviewProps['samples']) {
  const given = fields.flatMap(({ name, type }): [string, unknown][] => {
    const text = samples[name] ?? '';
    const value = type === 'string' ? undefined : tryParseJson(text);
    return text === '' ? [] : [[name, value === undefined ? text : value]];
  });
  return Object.fromEntries(given);
}
