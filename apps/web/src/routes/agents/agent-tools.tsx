import { useState } from 'react';
import type { AgentFileList } from '@timestep-ai/timestep/view';
import { ChoiceButton } from '../../components/controls/choice-button.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Loaded } from '../../components/notices/loaded.tsx';
import { EmptyState } from '../../components/notices/notices.tsx';
import { ToolEditor } from './tool-editor.tsx';
import { toolToDraft, NEW_TOOL, draftToTool } from './tool-draft.ts';
import { useAgentFiles, useAgentEdit } from './agent-queries.ts';

export function AgentTools({ agentId }: { agentId: string }) {
  return (
    <Loaded query={useAgentFiles(agentId)} what="tools">
      {({ tools }) => <ToolBrowser agentId={agentId} tools={tools} />}
    </Loaded>
  );
}

interface ToolBrowserProps {
  readonly agentId: string;
  readonly tools: AgentFileList['tools'] | undefined;
}

function ToolBrowser({ agentId, tools }: ToolBrowserProps) {
  const [open, setOpen] = useState<string>();
  const edit = useAgentEdit(agentId);
  if (!tools) {
    return (
      <EmptyState title="No exposed tools">
        To expose tools, add a list <code>tools</code> to the metadata in the files of the agent.
      </EmptyState>
    );
  }
  const tool = tools.find(({ name }) => name === open);
  return (
    <div className="flex flex-col gap-4 md:flex-row">
      <nav aria-label="Tools of the agent" className="flex flex-col gap-1 md:w-48 md:shrink-0">
        {tools.map(({ name }) => (
          <ChoiceButton
            key={name}
            name={name}
            isChosen={name === open}
            onChoose={() => setOpen(name)}
          />
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
              edit.preview({
                agentTool: { ...(tool && { before: tool.name }), tool: draftToTool(draft) },
              })
            }
            onRemove={() => tool && edit.preview({ agentTool: { before: tool.name } })}
          />
        )}
        {edit.shown}
      </div>
    </div>
  );
}
