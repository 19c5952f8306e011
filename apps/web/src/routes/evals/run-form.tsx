import { useState, type ReactNode } from 'react';
import type { EvalChoices, EvalStart } from '@timestep-ai/timestep/view';
import { Button } from '../../components/button.tsx';
import { runName } from './run-name.ts';

const FIELD =
  'mt-1 block min-h-8 w-full rounded-md border border-line bg-page px-2 text-sm text-text';

/** What a run is started with. */
export function RunForm({
  choices: { suites, agents },
  isSending,
  onStart,
}: {
  readonly choices: EvalChoices;
  readonly isSending: boolean;
  readonly onStart: (asked: EvalStart) => void;
}) {
  const [suite, setSuite] = useState(suites[0] ?? '');
  const [agent, setAgent] = useState(agents[0]?.id ?? '');
  const [given, setName] = useState<string>();
  const [trials, setTrials] = useState(3);
  const [concurrency, setConcurrency] = useState(4);
  const [openedAt] = useState(() => new Date());
  const name = given ?? runName(suite, agent, openedAt);
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSending) onStart({ name, suite, agent, trials, concurrency });
      }}
    >
      <Field label="Suite">
        <select value={suite} onChange={({ target }) => setSuite(target.value)} className={FIELD}>
          {suites.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </Field>
      <Field label="Agent">
        <select value={agent} onChange={({ target }) => setAgent(target.value)} className={FIELD}>
          {agents.map(({ id, spec }) => (
            <option key={id} value={id}>
              {id === spec ? id : `${id} (${spec})`}
            </option>
          ))}
        </select>
      </Field>
      <Field label="Name of the run">
        <input
          required
          maxLength={80}
          pattern="[A-Za-z0-9][A-Za-z0-9._\-]*"
          title="Letters, digits, dots, underscores and hyphens"
          value={name}
          onChange={({ target }) => setName(target.value)}
          className={FIELD}
        />
      </Field>
      <div className="flex gap-3">
        <Count label="Trials of each task" most={1000} value={trials} onChange={setTrials} />
        <Count label="Trials at a time" most={64} value={concurrency} onChange={setConcurrency} />
      </div>
      <p className="text-sm text-muted">
        The run calls its model as often as its tasks need, which may cost money.
      </p>
      <Button type="submit" look="strong" disabled={isSending} className="self-start">
        Start
      </Button>
    </form>
  );
}

function Count({
  label,
  most,
  value,
  onChange,
}: {
  readonly label: string;
  readonly most: number;
  readonly value: number;
  readonly onChange: (value: number) => void;
}) {
  return (
    <Field label={label}>
      <input
        type="number"
        required
        min={1}
        max={most}
        value={Number.isNaN(value) ? '' : value}
        onChange={({ target }) => onChange(target.valueAsNumber)}
        className={FIELD}
      />
    </Field>
  );
}

function Field({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <label className="block min-w-0 flex-1 text-xs text-muted">
      {label}
      {children}
    </label>
  );
}
