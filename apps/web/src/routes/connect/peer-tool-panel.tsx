import type { OperatorCallOutcome, PeerTool } from '@timestep-ai/timestep/view';
import { Fold } from '../../components/controls/fold.tsx';
import { ToolForm } from '../../components/forms/tool-form.tsx';
import { FailureNotice } from '../../components/notices/notices.tsx';
import { CallResult } from '../../components/servers/call-result.tsx';
import { JsonView } from '../../components/values/json-view.tsx';
import { usePeerAction } from './use-peer.ts';

export function PeerToolPanel({ id, tool }: { id: string; tool: PeerTool }) {
  type Call = { readonly tool: string; readonly arguments: object };
  const call = usePeerAction<Call, OperatorCallOutcome>(id, '/call');
  const outcome = call.data;
  return (
    <>
      <ToolForm
        schema={tool.parameters}
        label="Run"
        isSending={call.isPending}
        onSend={(given) => call.mutate({ tool: tool.name, arguments: given })}
      />
      {call.error && <FailureNotice message={call.error.message} />}
      {outcome && outcome.kind !== 'asks' && <CallResult tool={tool.name} outcome={outcome} />}
      <Fold title="Schema of the arguments" className="text-sm">
        <JsonView value={tool.parameters} label={`Schema of ${tool.name}`} />
        {tool.meta && <JsonView value={tool.meta} label={`Metadata of ${tool.name}`} />}
      </Fold>
    </>
  );
}
