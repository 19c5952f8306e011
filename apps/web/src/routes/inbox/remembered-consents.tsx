import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatForeignText, type ConsentLine, type ConsentList } from '@timestep-ai/timestep/view';
import { useRead, useSend } from '../../api/queries.ts';
import { Button } from '../../components/controls/button.tsx';
import { FailureNotice } from '../../components/notices/notices.tsx';
import { Fold } from '../../components/controls/fold.tsx';
import { Moment } from '../../components/values/moment.tsx';

const QUERY_KEY = ['consents'];

/** Lists the tool calls that users have allowed permanently. */
export function RememberedConsents() {
  const [isOpen, setOpen] = useState(false);
  const { data, error } = useRead<ConsentList>(QUERY_KEY, '/consents', { enabled: isOpen });
  return (
    <Fold
      title="Allowed without asking again"
      className="mt-6 max-w-3xl text-sm"
      onToggle={setOpen}
    >
      {error && <FailureNotice message={error.message} />}
      {data?.consents.length === 0 && <p className="mt-2 text-muted">No remembered approvals.</p>}
      <ul>
        {data?.consents.map((consent) => (
          <RememberedConsent key={consent.id} consent={consent} />
        ))}
      </ul>
    </Fold>
  );
}

function RememberedConsent({ consent }: { consent: ConsentLine }) {
  const { id, agent, tool, server, covers, sessionId, at } = consent;
  const queries = useQueryClient();
  const revoking = useSend('DELETE', `/consents/${encodeURIComponent(id)}`, {
    onSuccess: () => queries.invalidateQueries({ queryKey: QUERY_KEY }),
  });
  const whose = server === undefined ? tool : `${tool} of the server ${server}`;
  const where = sessionId === undefined ? 'until revoked' : `in conversation ${sessionId}`;
  return (
    <li className="mt-2 flex flex-wrap items-center gap-2">
      <span className="break-all">
        {formatForeignText(`${agent} may call ${whose} with ${covers}, ${where}`)}
      </span>
      <span className="text-muted">
        <Moment at={at} />
      </span>
      <Button disabled={revoking.isPending} onClick={() => revoking.mutate()}>
        Revoke
      </Button>
      {revoking.error && <FailureNotice message={revoking.error.message} />}
    </li>
  );
}
