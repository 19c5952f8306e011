import type { AgentModelsList, ProviderCheck, ProviderLine } from '@timestep-ai/timestep/view';
import { Button } from '../../components/controls/button.tsx';
import { Loaded } from '../../components/notices/loaded.tsx';
import { EmptyState, FailureNotice } from '../../components/notices/notices.tsx';
import { useRead, useSend } from '../../api/queries.ts';
import { getAgentApiPath } from './agent-queries.ts';
import { describeKey } from './describe-key.ts';

export function AgentModels({ agentId }: { agentId: string }) {
  const path = getAgentApiPath(agentId, '/models');
  const query = useRead<AgentModelsList>(['agent models', agentId], path);
  return (
    <Loaded query={query} what="models">
      {({ own, providers }) =>
        providers.length === 0 ? (
          <EmptyState title="No model to choose">
            This agent is implemented in code or runs on another server.
          </EmptyState>
        ) : (
          <>
            <p className="text-sm">
              {own === undefined ? (
                'No model is selected: the agent is implemented in code.'
              ) : (
                <>
                  Default model: <code>{own}</code>. A conversation can choose another one.
                </>
              )}
            </p>
            <h2 className="mt-4 text-sm font-semibold">Providers</h2>
            <ul className="mt-2 grid gap-2 lg:grid-cols-2" aria-label="Providers">
              {providers.map((provider) => (
                <li key={provider.name} className="rounded-md border border-line p-3">
                  <ProviderCard path={`${path}/check`} provider={provider} />
                </li>
              ))}
            </ul>
          </>
        )
      }
    </Loaded>
  );
}

function ProviderCard({ path, provider }: { path: string; provider: ProviderLine }) {
  const { name } = provider;
  const checking = useSend<object, ProviderCheck>('POST', path);
  const came = checking.data;
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 text-sm">
      <div className="min-w-0">
        <h3 className="font-semibold">{name}</h3>
        <p className="text-xs text-muted">{describeKey(provider)}</p>
      </div>
      <Button disabled={checking.isPending} onClick={() => checking.mutate({ provider: name })}>
        {checking.isPending ? 'Checking…' : `Check ${name}`}
      </Button>
      {checking.error && <FailureNotice message={checking.error.message} />}
      {came && (
        <p role="status" className={`w-full break-words ${came.works ? 'text-good' : 'text-bad'}`}>
          {came.works ? `Available: ${came.models} models.` : `Not available: ${came.why}`}
        </p>
      )}
    </div>
  );
}
