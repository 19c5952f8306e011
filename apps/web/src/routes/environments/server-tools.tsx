import { useEffect, useState } from 'react';
import type { OperatorCall, OperatorCallOutcome, ServerTool } from '@timestep-ai/timestep/view';
import { Button } from '../../components/controls/button.tsx';
import { CallResult } from '../../components/servers/call-result.tsx';
import { Dialog } from '../../components/controls/dialog.tsx';
import { Loaded } from '../../components/notices/loaded.tsx';
import { FailureNotice } from '../../components/notices/notices.tsx';
import { JsonView } from '../../components/values/json-view.tsx';
import { ExpandableList } from '../../components/controls/expandable-list.tsx';
import { ToolForm } from '../../components/forms/tool-form.tsx';
import type { ServerTabProps } from './server-search.ts';
import { ToolSettings, type ToolSettingsProps } from './tool-settings.tsx';
import { useServerAction, useServerPart } from './use-server.ts';

export function ServerTools({ name, server, search, onChange }: ServerTabProps) {
  const query = useServerPart<readonly ServerTool[]>(name, '/tools');
  const { refetch } = query;
  const { state } = server.status;
  useEffect(() => {
    if (state === 'connected') void refetch();
  }, [state, refetch]);
  return (
    <Loaded query={query} what="tools">
      {(tools) =>
        tools.length === 0 ? (
          <p className="text-muted">The server has no tools.</p>
        ) : (
          <>
            <p className="mb-2 text-sm text-muted">
              Names and descriptions are provided by the server.
            </p>
            <ExpandableList label="Tools" items={tools} open={search.open} onChange={onChange}>
              {(tool) => <ToolPanel name={name} tool={tool} config={server.config} />}
            </ExpandableList>
          </>
        )
      }
    </Loaded>
  );
}

type Arguments = OperatorCall['arguments'];

function ToolPanel({ name, tool, config }: ToolSettingsProps) {
  const call = useServerAction<OperatorCall, OperatorCallOutcome>(name, '/call');
  const outcome = call.data;
  const [asked, setAsked] = useState<{ readonly why: string; readonly given: Arguments }>();
  const callTool = (given: Arguments, isConfirmed: boolean): void => {
    setAsked(undefined);
    call.mutate(
      { tool: tool.name, arguments: given, isConfirmed },
      { onSuccess: (came) => came.kind === 'asks' && setAsked({ why: came.why, given }) },
    );
  };
  return (
    <>
      <ToolSettings name={name} tool={tool} config={config} />
      <ToolForm
        schema={tool.parameters}
        label="Run"
        isSending={call.isPending}
        onSend={(given) => callTool(given as Arguments, false)}
      />
      {call.error && <FailureNotice message={call.error.message} />}
      {outcome && outcome.kind !== 'asks' && <CallResult tool={tool.name} outcome={outcome} />}
      {asked && (
        <Dialog title={`Run ${tool.name}?`} onClose={() => setAsked(undefined)}>
          <p className="text-sm">Approval is required because {asked.why}.</p>
          <h3 className="mt-2 text-xs text-muted">Arguments</h3>
          <JsonView value={asked.given} label="Arguments" />
          <div className="mt-3 flex gap-2">
            <Button variant="strong" onClick={() => callTool(asked.given, true)}>
              Run now
            </Button>
            <Button onClick={() => setAsked(undefined)}>Cancel</Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
