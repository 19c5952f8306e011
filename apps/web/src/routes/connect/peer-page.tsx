import { getRouteApi, Link } from '@tanstack/react-router';
import type { PeerState } from '@timestep-ai/timestep/view';
import { useSend } from '../../api/queries.ts';
import { Button } from '../../components/controls/button.tsx';
import { Tabs } from '../../components/controls/tabs.tsx';
import { Loaded } from '../../components/notices/loaded.tsx';
import { FailureNotice } from '../../components/notices/notices.tsx';
import { PeerCard } from './peer-card.tsx';
import { PeerConversation } from './peer-conversation.tsx';
import { PeerLogin } from './peer-login.tsx';
import { PeerExchangeList } from './peer-messages.tsx';
import { PeerPrompts, PeerResources } from './peer-parts.tsx';
import { PeerTools } from './peer-tools.tsx';
import { listPeerTabs, PEER_TABS, type PeerSearch, type PeerTab } from './peer-search.ts';
import { PeerStateText } from './peer-state-text.tsx';
import { getPeerApiPath, usePeer } from './use-peer.ts';

const route = getRouteApi('/agents/connect/$peerId');

export interface PeerTabProps {
  readonly peer: PeerState;
  readonly search: PeerSearch;
  readonly onChange: (search: PeerSearch) => void;
}

export function PeerPage() {
  const { peerId } = route.useParams();
  const query = usePeer(peerId);
  const { data: peer } = query;
  return (
    <div className="flex h-full flex-col">
      <div className="border-b border-line p-4">
        <Link to="/agents/connect" className="text-sm text-accent underline">
          All connections
        </Link>
        <h1 className="text-xl font-semibold break-all">
          <bdi>{peer?.url ?? 'Connection'}</bdi>
        </h1>
        {peer && <PeerHead peer={peer} />}
      </div>
      <Loaded query={query} what="the connection">
        {(found) => <PeerTabs key={found.id} peer={found} />}
      </Loaded>
    </div>
  );
}

function PeerHead({ peer }: { peer: PeerState }) {
  const { id, state, why, mcp, a2a } = peer;
  const navigate = route.useNavigate();
  const closing = useSend('DELETE', getPeerApiPath(id), {
    onSuccess: () => void navigate({ to: '/agents/connect' }),
  });
  return (
    <>
      <p role="status" className="flex flex-wrap gap-x-4 text-sm">
        <PeerStateText peer={peer} />
        {mcp?.protocol && (
          <span className="text-muted">
            MCP <bdi>{mcp.protocol.revision}</bdi> ({mcp.protocol.era})
          </span>
        )}
        {mcp?.protocol?.server && (
          <bdi className="text-muted">
            {mcp.protocol.server.name} {mcp.protocol.server.version}
          </bdi>
        )}
        {a2a?.used && (
          <span className="text-muted">
            <bdi>{a2a.used.name}</bdi>, A2A {a2a.used.version} over {a2a.used.binding}
          </span>
        )}
      </p>
      {state === 'failed' && why !== undefined && <FailureNotice message={why} />}
      {mcp?.instructions !== undefined && (
        <p className="mt-1 max-w-prose text-sm whitespace-pre-wrap text-muted">
          <bdi>{mcp.instructions}</bdi>
        </p>
      )}
      <Button className="mt-2" onClick={() => closing.mutate()}>
        Close connection
      </Button>
    </>
  );
}

const VIEWS: Readonly<Record<PeerTab, (props: PeerTabProps) => React.ReactNode>> = {
  tools: PeerTools,
  prompts: PeerPrompts,
  resources: PeerResources,
  ask: PeerConversation,
  card: PeerCard,
  login: PeerLogin,
  messages: PeerExchangeList,
};

function PeerTabs({ peer }: { peer: PeerState }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const tabs = listPeerTabs(peer);
  const tab = search.tab !== undefined && tabs.includes(search.tab) ? search.tab : tabs[0];
  if (tab === undefined) return null;
  const titles = Object.fromEntries(tabs.map((one) => [one, PEER_TABS[one]]));
  const View = VIEWS[tab];
  return (
    <Tabs<string>
      label="Views of the connection"
      titles={titles}
      tab={tab}
      onChange={(next) => void navigate({ search: { tab: next as PeerTab }, replace: true })}
    >
      <View
        peer={peer}
        search={search}
        onChange={(next) => void navigate({ search: { tab, ...next }, replace: true })}
      />
    </Tabs>
  );
}
