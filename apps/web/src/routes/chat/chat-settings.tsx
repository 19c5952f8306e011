import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ConversationSettings } from '@timestep-ai/timestep/view';
import { getJson, sendJson } from '../../api/api-client.ts';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { ToolForm } from '../../components/tool-form.tsx';

/** The settings of a conversation, including its model. They apply from the next message. */
export function ChatSettings({ path }: { readonly path: string }) {
  const [isOpen, setOpen] = useState(false);
  const queries = useQueryClient();
  const queryKey = ['chat settings', path];
  const { data, error, dataUpdatedAt } = useQuery({
    queryKey,
    queryFn: ({ signal }) => getJson<ConversationSettings>(path, signal),
    enabled: isOpen,
  });
  const saving = useMutation({
    mutationFn: (filled: object) => sendJson<ConversationSettings>('PUT', path, filled),
    onSuccess: (saved) => queries.setQueryData(queryKey, saved),
  });
  const failing = error ?? saving.error;
  return (
    <details
      className="max-h-80 overflow-y-auto border-t border-line px-3 py-1 text-sm"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>Settings</summary>
      {failing && <FailureNotice message={failing.message} />}
      {saving.isSuccess && (
        <p role="status" className="text-muted">
          Saved. The settings apply from the next message.
        </p>
      )}
      {data && (
        <ToolForm
          key={dataUpdatedAt}
          schema={data.schema}
          label="Save settings"
          isSending={saving.isPending}
          onSend={(filled) => saving.mutate(filled)}
        />
      )}
    </details>
  );
}
