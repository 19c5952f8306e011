import {
  findAppAddress,
  type OperatorCallOutcome,
  type PeerTool,
} from '@timestep-ai/timestep/view';
import { ExpandableList } from '../../components/controls/expandable-list.tsx';
import { ToolForm } from '../../components/forms/tool-form.tsx';
import { FailureNotice } from '../../components/notices/notices.tsx';
import { CallResult } from '../../components/servers/call-result.tsx';
import { JsonView } from '../../components/values/json-view.tsx';
import { AppTool } from './peer-app.tsx';
import type { PeerTabProps } from './peer-page.tsx';
import { usePeerAction } from './use-peer.ts';
import { Fold } from '../../components/controls/fold.tsx';

export function PeerTools({ peer: { id, mcp }, search, onChange }: PeerTabProps) {
  const { tools = [], malformedTools = [] } = mcp ?? {};
  return (
    <>
      {tools.length === 0 && <p className="text-muted">The server has no tools.</p>}
      {malformedTools.length > 0 && (
        <p className="text-sm text-warn">
          Skipped tools with invalid definitions:{' '}
          <bdi className="font-mono">{malformedTools.join(', ')}</bdi>
        </p>
      )}
      <ExpandableList label="Tools" items={tools} open={search.open} onChange={onChange}>
        {(tool) => {
          const uri = findAppAddress(tool.meta);
          return uri === undefined ? (
            <PeerToolPanel id={id} tool={tool} />
          ) : (
            <AppTool id={id} tool={tool} uri={uri} />
          );
        }}
      </ExpandableList>
    </>
  );
}

function PeerToolPanel({ id, tool }: { id: string; tool: PeerTool }) {
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
