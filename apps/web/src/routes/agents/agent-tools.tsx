import { useState } from 'react';
import type { AgentChange, PlannedEdit } from '@timestep-ai/timestep/view';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { ChangePreviewDialog } from '../../components/change-preview-dialog.tsx';
import { ToolEditor } from './tool-editor.tsx';
import { toolToDraft, NEW_TOOL, draftToTool } from './tool-draft.ts';
import { useFiles, usePlanEdit, useWriteEdit } from './use-files.ts';

/**
 * The tools that the agent offers to other agents. Each has a form and a preview of the prompt that
 * a call sends.
 */
export function AgentTools({ agentId }: { readonly agentId: string }) {
  const { data, error } = useFiles(agentId);
  const [open, setOpen] = useState<string>();
  const planning = usePlanEdit(agentId);
  const writing = useWriteEdit(agentId, 'write');
  const [planned, setPlanned] = useState<{
    readonly change: AgentChange;
    readonly plan: PlannedEdit;
  }>();
  if (error) return <FailureNotice message={error.message} />;
  if (!data) return <p className="text-muted">Loading tools…</p>;
  if (!data.tools) {
    return (
      <EmptyState title="No exposed tools">
        To expose tools, add a list <code>tools</code> to the metadata in the files of the agent.
      </EmptyState>
    );
  }
  const previewChange = (change: AgentChange): void =>
    planning.mutate(change, { onSuccess: (plan) => setPlanned({ change, plan }) });
  const close = (): void => {
    writing.reset();
    setPlanned(undefined);
  };
  const tool = data.tools.find(({ name }) => name === open);
  return (
    <div className="flex flex-col gap-4 md:flex-row">
      <nav aria-label="Tools of the agent" className="flex flex-col gap-1 md:w-48 md:shrink-0">
        {data.tools.map(({ name }) => (
          <button
            key={name}
            type="button"
            aria-current={name === open}
            onClick={() => setOpen(name)}
            className="truncate rounded-md px-2 py-1 text-left font-mono text-xs hover:bg-surface aria-[current=true]:bg-surface"
          >
            <bdi>{name}</bdi>
          </button>
        ))}
        <Button onClick={() => setOpen('')}>New tool</Button>
      </nav>
      <div className="min-w-0 flex-1">
        {open === undefined && <p className="text-muted">Choose a tool to edit.</p>}
        {open !== undefined && (
          <ToolEditor
            key={`${open} ${JSON.stringify(tool)}`}
            agentId={agentId}
            draft={tool ? toolToDraft(tool) : NEW_TOOL}
            isNew={!tool}
            onSave={(draft) =>
              previewChange({
                agentTool: { ...(tool && { before: tool.name }), tool: draftToTool(draft) },
              })
            }
            onRemove={() => tool && previewChange({ agentTool: { before: tool.name } })}
          />
        )}
        {planning.error && <FailureNotice message={planning.error.message} />}
      </div>
      {planned && (
        <ChangePreviewDialog
          title="Save this change?"
          label="Save"
          plan={planned.plan}
          isWriting={writing.isPending}
          failure={writing.error?.message}
          onWrite={() => {
            const { version } = planned.plan;
            const order = { ...planned.change, ...(version !== undefined && { version }) };
            writing.mutate(order, { onSuccess: close });
          }}
          onClose={close}
        />
      )}
    </div>
  );
}
