import { useState, type ReactNode } from 'react';
import type { EvalChoices, StartEvalRequest } from '@timestep-ai/timestep/view';
import { Button } from '../../components/button.tsx';
import { suggestRunName } from './run-name.ts';

const FIELD =
  'mt-1 block min-h-8 w-full rounded-md border border-line bg-page px-2 text-sm text-text';

/** A form for starting an eval run. */
export function RunForm({
  choices: { suites, agents },
  isSending,
  onStart,
}: {
  readonly choices: EvalChoices;
  readonly isSending: boolean;
  readonly onStart: (asked: StartEvalRequest) => void;
}) {
  const [suite, setSuite] = useState(suites[0] ?? '');
  const [agent, setAgent] = useState(agents[0]?.id ?? '');
  const [given, setName] = useState<string>();
  const [trials, setTrials] = useState(3);
  const [concurrency, setConcurrency] = useState(4);
  const [openedAt] = useState(() => new Date());
  const name = given ?? suggestRunName(suite, agent, openedAt);
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSending) onStart({ name, suite, agent, trials, concurrency });
      }}
    >
      <LabeledField label="Suite">
        <select value={suite} onChange={({ target }) => setSuite(target.value)} className={FIELD}>
          {suites.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </LabeledField>
      <LabeledField label="Agent">
        <select value={agent} onChange={({ target }) => setAgent(target.value)} className={FIELD}>
          {agents.map(({ id, spec }) => (
            <option key={id} value={id}>
              {id === spec ? id : `${id} (${spec})`}
            </option>
          ))}
        </select>
      </LabeledField>
      <LabeledField label="Run name">
        <input
          required
          maxLength={80}
          pattern="[A-Za-z0-9][A-Za-z0-9._\-]*"
          title="Letters, digits, dots, underscores and hyphens"
          value={name}
          onChange={({ target }) => setName(target.value)}
          className={FIELD}
        />
      </LabeledField>
      <div className="flex gap-3">
        <NumberField label="Trials per task" most={1000} value={trials} onChange={setTrials} />
        <NumberField
          label="Concurrent trials"
          most={64}
          value={concurrency}
          onChange={setConcurrency}
        />
      </div>
      <p className="text-sm text-muted">The run calls a model, which may cost money.</p>
      <Button type="submit" variant="strong" disabled={isSending} className="self-start">
        Start
      </Button>
    </form>
  );
}

function NumberField({
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
    <LabeledField label={label}>
      <input
        type="number"
        required
        min={1}
        max={most}
        value={Number.isNaN(value) ? '' : value}
        onChange={({ target }) => onChange(target.valueAsNumber)}
        className={FIELD}
      />
    </LabeledField>
  );
}

function LabeledField({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}) {
  return (
    <label className="block min-w-0 flex-1 text-xs text-muted">
      {label}
      {children}
    </label>
  );
}
