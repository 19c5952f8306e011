import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ConversationSettings } from '@timestep-ai/timestep/view';
import { FailureNotice } from '../../components/notices/notices.tsx';
import { ToolForm } from '../../components/forms/tool-form.tsx';
import { useRead, useSend } from '../../api/queries.ts';
import { Fold } from '../../components/controls/fold.tsx';

export function ChatSettings({ path }: { path: string }) {
  const [isOpen, setOpen] = useState(false);
  const queries = useQueryClient();
  const queryKey = ['chat settings', path];
  const { data, error, dataUpdatedAt } = useRead<ConversationSettings>(queryKey, path, {
    enabled: isOpen,
  });
  const saving = useSend<object, ConversationSettings>('PUT', path, {
    onSuccess: (saved) => queries.setQueryData(queryKey, saved),
  });
  const failing = error ?? saving.error;
  return (
    <Fold
      title="Settings"
      className="mt-1 max-h-80 overflow-y-auto px-2 text-sm"
      titleClass="text-xs text-muted"
      onToggle={setOpen}
    >
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
    </Fold>
  );
}
