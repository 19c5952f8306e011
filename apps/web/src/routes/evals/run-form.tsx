import { useState } from 'react';
import { suggestRunName } from './run-name.ts';
import type { EvalChoices, StartEvalRequest } from '@timestep-ai/timestep/view';
import { Button } from '../../components/controls/button.tsx';
import { Form, Select, LabeledField } from '../../components/forms/form.tsx';

const FIELD =
  'mt-1 block min-h-8 w-full rounded-md border border-line bg-page px-2 text-sm text-text';

const LABEL = 'block min-w-0 flex-1 text-xs text-muted';

interface RunFormProps {
  readonly choices: EvalChoices;
  readonly isSending: boolean;
  readonly onStart: (asked: StartEvalRequest) => void;
}

export function RunForm({ choices: { suites, agents }, isSending, onStart }: RunFormProps) {
  const [suite, setSuite] = useState(suites[0] ?? '');
  const [agent, setAgent] = useState(agents[0]?.id ?? '');
  const [given, setName] = useState<string>();
  const [trials, setTrials] = useState(3);
  const [concurrency, setConcurrency] = useState(4);
  const [openedAt] = useState(() => new Date());
  const name = given ?? suggestRunName(suite, agent, openedAt);
  return (
    <Form
      className="flex flex-col gap-3"
      onSubmit={() => {
        if (!isSending) onStart({ name, suite, agent, trials, concurrency });
      }}
    >
      <LabeledField className={LABEL} title="Suite">
        <Select value={suite} options={suites} onChange={setSuite} className={FIELD} />
      </LabeledField>
      <LabeledField className={LABEL} title="Agent">
        <Select
          value={agent}
          options={agents.map(({ id, spec }) => [id, id === spec ? id : `${id} (${spec})`])}
          onChange={setAgent}
          className={FIELD}
        />
      </LabeledField>
      <LabeledField className={LABEL} title="Run name">
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
    </Form>
  );
}

interface NumberFieldProps {
  readonly label: string;
  readonly most: number;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

function NumberField({ label, most, value, onChange }: NumberFieldProps) {
  return (
    <LabeledField className={LABEL} title={label}>
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
