import { useMutation, useQuery } from '@tanstack/react-query';
import type { AgentModelsList, ProviderCheck, ProviderLine } from '@timestep-ai/timestep/view';
import { read, send } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';

/** The model of an agent, and the providers of others with a check of their keys. */
export function AgentModels({ agentId }: { readonly agentId: string }) {
  const path = `/agents/${encodeURIComponent(agentId)}/models`;
  const { data, error } = useQuery({
    queryKey: ['agent models', agentId],
    queryFn: ({ signal }) => read<AgentModelsList>(path, signal),
  });
  if (error) return <FailureNotice message={error.message} />;
  if (!data) return <p className="text-muted">Reading which models there are…</p>;
  const { own, providers } = data;
  if (providers.length === 0) {
    return (
      <EmptyState title="No model to choose">
        The program that serves this agent answers for it, or another server does.
      </EmptyState>
    );
  }
  return (
    <>
      <p className="text-sm">
        {own === undefined ? (
          'No model is chosen: a program answers.'
        ) : (
          <>
            <code>{own}</code> answers, where a conversation chooses no other.
          </>
        )}
      </p>
      <h2 className="mt-4 text-sm font-semibold">Providers</h2>
      <ul className="mt-2 grid gap-2 lg:grid-cols-2" aria-label="Providers">
        {providers.map((provider) => (
          <li key={provider.name} className="rounded-md border border-line p-3">
            <Provider path={`${path}/check`} provider={provider} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Provider({
  path,
  provider: { name, isReady, keyVariable },
}: {
  readonly path: string;
  readonly provider: ProviderLine;
}) {
  const checking = useMutation({
    mutationFn: () => send<ProviderCheck>('POST', path, { provider: name }),
  });
  const came = checking.data;
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 text-sm">
      <div className="min-w-0">
        <h3 className="font-semibold">{name}</h3>
        <p className="text-xs text-muted">
          {keyVariable === undefined
            ? 'It needs no key.'
            : isReady
              ? `Its key is set in ${keyVariable}.`
              : `Its key is not set: write it into ${keyVariable}.`}
        </p>
      </div>
      <Button disabled={checking.isPending} onClick={() => checking.mutate()}>
        {checking.isPending ? 'Asking…' : `Check ${name}`}
      </Button>
      {checking.error && <FailureNotice message={checking.error.message} />}
      {came && (
        <p role="status" className={`w-full break-words ${came.works ? 'text-good' : 'text-bad'}`}>
          {came.works
            ? `It answers, with ${came.models} models.`
            : `It does not answer: ${came.why}`}
        </p>
      )}
    </div>
  );
}
