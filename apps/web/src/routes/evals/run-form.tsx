import { useState } from 'react';
import { suggestRunName } from './run-name.ts';
import type { EvalChoices, StartEvalRequest } from '@timestep-ai/timestep/view';
import { Button } from '../../components/controls/button.tsx';
import { Form, Select, TextField } from '../../components/forms/form.tsx';

interface RunFormProps {
  readonly choices: EvalChoices;
  readonly isSending: boolean;
  readonly onStart: (asked: StartEvalRequest) => void;
}

export function RunForm({ choices: { suites, agents }, isSending, onStart }: RunFormProps) {
  const [suite, setSuite] = useState(suites[0] ?? '');
  const [agent, setAgent] = useState(agents[0]?.id ?? '');
  const [given, setName] = useState<string>();
  const [trials, setTrials] = useState('3');
  const [concurrency, setConcurrency] = useState('4');
  const [openedAt] = useState(() => new Date());
  const name = given ?? suggestRunName(suite, agent, openedAt);
  const asked = { name, suite, agent, trials: Number(trials), concurrency: Number(concurrency) };
  const number = { type: 'number', required: true, min: 1 };
  return (
    <Form className="flex flex-col gap-3" onSubmit={() => !isSending && onStart(asked)}>
      <Select label="Suite" value={suite} options={suites} onChange={setSuite} />
      <Select
        label="Agent"
        value={agent}
        options={agents.map(({ id, spec }) => [id, id === spec ? id : `${id} (${spec})`])}
        onChange={setAgent}
      />
      <TextField
        label="Run name"
        required
        maxLength={80}
        pattern="[A-Za-z0-9][A-Za-z0-9._\-]*"
        title="Letters, digits, dots, underscores and hyphens"
        value={name}
        onChange={setName}
      />
      <div className="flex gap-3">
        <TextField
          label="Trials per task"
          {...number}
          max={1000}
          value={trials}
          onChange={setTrials}
        />
        <TextField
          label="Concurrent trials"
          {...number}
          max={64}
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
