import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ConversationSettings } from '@timestep-ai/timestep/view';
import { read, send } from '../../api/client.ts';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { ToolForm } from '../../components/tool-form.tsx';

/** The settings of a conversation, with the model that answers; they hold from the next message on. */
export function ChatSettings({ path }: { readonly path: string }) {
  const [isOpen, setOpen] = useState(false);
  const queries = useQueryClient();
  const queryKey = ['chat settings', path];
  const { data, error, dataUpdatedAt } = useQuery({
    queryKey,
    queryFn: ({ signal }) => read<ConversationSettings>(path, signal),
    enabled: isOpen,
  });
  const saving = useMutation({
    mutationFn: (filled: object) => send<ConversationSettings>('PUT', path, filled),
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
          Saved: they hold from the next message on.
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
