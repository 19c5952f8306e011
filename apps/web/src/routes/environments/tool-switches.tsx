import { useState } from 'react';
import type {
  ServerDescription,
  ServerTool,
  SwitchChange,
  PlannedEdit,
} from '@timestep-ai/timestep/view';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { PlannedDialog } from '../../components/planned-dialog.tsx';
import { usePlan, useSwitch, type ServerName } from './use-server.ts';

const PERMITS = { allow: 'allow', ask: 'ask', deny: 'deny' } as const;
const INCLUDES = {
  always: 'always',
  agent: 'when the agent asks for it',
  manual: 'when a person includes it',
} as const;

interface Planned {
  readonly change: SwitchChange;
  readonly plan: PlannedEdit;
}

/** The switches of a tool in the agent's files; a change is shown before it is written. */
export function ToolSwitches({
  name,
  tool,
  config: { isEditable, toolPermission },
}: {
  readonly name: ServerName;
  readonly tool: ServerTool;
  readonly config: ServerDescription;
}) {
  const plan = usePlan(name);
  const [planned, setPlanned] = useState<Planned>();
  const change = (news: Omit<SwitchChange, 'tool'>): void => {
    const wanted = { tool: tool.name, ...news };
    plan.mutate(wanted, { onSuccess: (found) => setPlanned({ change: wanted, plan: found }) });
  };
  return (
    <div className="flex flex-col gap-1 text-sm">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Choice
          label="Calls"
          value={tool.permit}
          choices={PERMITS}
          isWritten={tool.isPermitWritten}
          isDisabled={!isEditable || plan.isPending}
          onChange={(permit) => change({ permit })}
        />
        <Choice
          label="Included"
          value={tool.include}
          choices={INCLUDES}
          isWritten={tool.isIncludeWritten}
          isDisabled={!isEditable || plan.isPending}
          onChange={(include) => change({ include })}
        />
      </div>
      <p className="text-xs text-muted">
        {tool.asksItself && 'The server itself asks a person about each call. '}
        {toolPermission === 'always' &&
          'The agent asks about every call, whatever is chosen here. '}
        {toolPermission === 'never' && 'The agent asks about no call, whatever is chosen here. '}
        {!isEditable && 'No file of the agent that can be changed here describes the server.'}
      </p>
      {plan.error && <FailureNotice message={plan.error.message} />}
      {planned && (
        <SwitchDialog name={name} planned={planned} onClose={() => setPlanned(undefined)} />
      )}
    </div>
  );
}

function Choice<Value extends string>({
  label,
  value,
  choices,
  isWritten,
  isDisabled,
  onChange,
}: {
  readonly label: string;
  readonly value: Value;
  readonly choices: Readonly<Record<Value, string>>;
  readonly isWritten: boolean;
  readonly isDisabled: boolean;
  readonly onChange: (value: Value | null) => void;
}) {
  return (
    <label className="flex flex-wrap items-center gap-2">
      {label}
      <select
        value={isWritten ? value : ''}
        disabled={isDisabled}
        onChange={({ target }) => onChange(target.value === '' ? null : (target.value as Value))}
        className="min-h-8 rounded-md border border-line bg-page px-2"
      >
        <option value="">
          {isWritten ? 'as the server in general' : `${choices[value]} (the server in general)`}
        </option>
        {Object.entries<string>(choices).map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

function SwitchDialog({
  name,
  planned: { change, plan },
  onClose,
}: {
  readonly name: ServerName;
  readonly planned: Planned;
  readonly onClose: () => void;
}) {
  const writing = useSwitch(name);
  const { version } = plan;
  return (
    <PlannedDialog
      title="Write this change?"
      label="Write it"
      plan={plan}
      isWriting={writing.isPending}
      failure={writing.error?.message}
      onWrite={() =>
        version !== undefined && writing.mutate({ change, version }, { onSuccess: onClose })
      }
      onClose={onClose}
    />
  );
}
