import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sendJson } from '../../api/api-client.ts';
import { Button } from '../../components/button.tsx';
import { ToolFields } from './tool-fields.tsx';
import { draftToTool, type ToolDraft } from './tool-draft.ts';

const FIELD = 'w-full rounded-md border border-line bg-page px-2 py-1 text-sm';

/**
 * A form for a tool of an agent, with a preview of the prompt that a call with sample arguments
 * would send.
 */
export function ToolEditor({
  agentId,
  draft: before,
  isNew,
  onSave,
  onRemove,
}: {
  readonly agentId: string;
  readonly draft: ToolDraft;
  readonly isNew: boolean;
  readonly onSave: (draft: ToolDraft) => void;
  readonly onRemove: () => void;
}) {
  const [draft, setDraft] = useState(before);
  const [samples, setSamples] = useState<Readonly<Record<string, string>>>({});
  const change = (news: Partial<ToolDraft>): void => setDraft({ ...draft, ...news });
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        onSave(draft);
      }}
    >
      <label className="flex flex-col gap-1 text-sm">
        Tool name
        <input
          value={draft.name}
          required
          onChange={({ target }) => change({ name: target.value })}
          className={FIELD}
        />
      </label>
      <label className="flex flex-col gap-1 text-sm">
        Tool description
        <input
          value={draft.description}
          onChange={({ target }) => change({ description: target.value })}
          className={FIELD}
        />
      </label>
      <ToolFields
        fields={draft.fields}
        samples={samples}
        onChange={(fields) => change({ fields })}
        onSample={setSamples}
      />
      <label className="flex flex-col gap-1 text-sm">
        Prompt template, with field names in braces
        <textarea
          value={draft.prompt}
          rows={5}
          required
          onChange={({ target }) => change({ prompt: target.value })}
          className={`${FIELD} font-mono`}
        />
      </label>
      <PromptPreview agentId={agentId} draft={draft} samples={samples} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="strong">
          Preview change…
        </Button>
        {!isNew && <Button onClick={onRemove}>Delete tool…</Button>}
      </div>
    </form>
  );
}

function PromptPreview({
  agentId,
  draft,
  samples,
}: {
  readonly agentId: string;
  readonly draft: ToolDraft;
  readonly samples: Readonly<Record<string, string>>;
}) {
  const asked = { tool: draftToTool(draft), arguments: parseSampleArguments(draft, samples) };
  const path = `/agents/${encodeURIComponent(agentId)}/files/preview`;
  const { data } = useQuery({
    queryKey: ['tool preview', path, asked],
    queryFn: () => sendJson<{ readonly prompt: string }>('POST', path, asked),
    placeholderData: (shown) => shown,
    gcTime: 0,
  });
  return (
    <section>
      <h2 className="text-xs text-muted">Prompt that a call with the sample values sends</h2>
      <pre
        role="region"
        aria-label="Preview of the prompt"
        tabIndex={0}
        className="max-h-64 overflow-auto rounded-md bg-surface p-2 font-mono text-xs whitespace-pre-wrap"
      >
        {data?.prompt}
      </pre>
    </section>
  );
}

/** Parses the sample values: a string as written, any other type as JSON. */
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
  if (type === 'string') return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
