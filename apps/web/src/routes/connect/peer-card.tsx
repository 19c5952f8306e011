import { useState } from 'react';
import type { A2AOffer } from '@timestep-ai/timestep/view';
import { Button } from '../../components/controls/button.tsx';
import { Form, TextField } from '../../components/forms/form.tsx';
import { CardProblemList } from '../../components/peers/card-problem-list.tsx';
import { FactList } from '../../components/values/facts.tsx';
import { JsonView } from '../../components/values/json-view.tsx';
import type { PeerTabProps } from './peer-page.tsx';
import { usePeerAction } from './use-peer.ts';
import { Fold } from '../../components/controls/fold.tsx';

export function PeerCard({ peer: { id, a2a } }: PeerTabProps) {
  if (!a2a) return null;
  const { used, skills, card, address, schemes, problems } = a2a;
  const facts = [
    { name: 'Card', text: <bdi className="break-all">{address}</bdi> },
    { name: 'Interface', text: used && <bdi className="break-all">{used.url}</bdi> },
    { name: 'Binding', text: used && `A2A ${used.version} over ${used.binding}` },
    { name: 'Streams', text: used && (used.streaming ? 'yes' : 'no') },
  ];
  return (
    <div className="flex max-w-4xl flex-col gap-6">
      <CardProblemList problems={problems} />
      <FactList facts={facts} />
      <section aria-labelledby="skills">
        <h2 id="skills" className="font-semibold">
          Skills
        </h2>
        {skills.length === 0 && <p className="text-sm text-muted">The card names no skills.</p>}
        <ul className="mt-1 flex flex-col gap-2">
          {skills.map((skill) => (
            <li key={skill.id} className="rounded-md border border-line p-3 text-sm">
              <bdi className="font-semibold">{skill.name}</bdi>{' '}
              <bdi className="font-mono text-muted">{skill.tags?.join(', ')}</bdi>
              <p className="whitespace-pre-wrap">{skill.description}</p>
            </li>
          ))}
        </ul>
      </section>
      {schemes.length > 0 && <Credentials id={id} schemes={schemes} />}
      <Fold title="The card as it was received">
        <JsonView value={card} label="Agent card" />
      </Fold>
    </div>
  );
}

function Credentials({ id, schemes }: { id: string; schemes: A2AOffer['schemes'] }) {
  const [given, setGiven] = useState<Readonly<Record<string, string>>>({});
  const connecting = usePeerAction<object>(id, '/connect');
  const credentials = Object.fromEntries(Object.entries(given).filter(([, text]) => text !== ''));
  return (
    <Form
      className="flex max-w-md flex-col gap-3"
      onSubmit={() => {
        setGiven({});
        connecting.mutate({ credentials });
      }}
    >
      <h2 className="font-semibold">Credentials</h2>
      {schemes.map(({ name, isGiven }) => (
        <TextField
          key={name}
          label={`${name}${isGiven ? ' (given)' : ''}`}
          type="password"
          autoComplete="off"
          value={given[name] ?? ''}
          onChange={(text) => setGiven({ ...given, [name]: text })}
        />
      ))}
      <div>
        <Button type="submit" disabled={connecting.isPending}>
          Connect with these credentials
        </Button>
      </div>
    </Form>
  );
}
