import { findAppAddress } from '@timestep-ai/timestep/view';
import { ExpandableList } from '../../components/controls/expandable-list.tsx';
import { AppTool } from './peer-app.tsx';
import type { PeerTabProps } from './peer-page.tsx';
import { PeerToolPanel } from './peer-tool-panel.tsx';

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
