import { useState } from 'react';
import type {
  ServerDescription,
  ServerTool,
  SwitchChange,
  PlannedEdit,
} from '@timestep-ai/timestep/view';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { ChangePreviewDialog } from '../../components/change-preview-dialog.tsx';
import { usePlanSwitch, useWriteSwitch, type ServerName } from './use-server.ts';

const PERMITS = { allow: 'allow', ask: 'ask', deny: 'deny' } as const;
const INCLUDES = {
  always: 'always',
  agent: 'when the agent requests it',
  manual: 'when a user includes it',
} as const;

interface PreviewedChange {
  readonly change: SwitchChange;
  readonly plan: PlannedEdit;
}

/**
 * Permission and inclusion settings of a tool in the agent's files. A change is previewed before it
 * is written.
 */
export function ToolSettings({
  name,
  tool,
  config: { isEditable, toolPermission },
}: {
  readonly name: ServerName;
  readonly tool: ServerTool;
  readonly config: ServerDescription;
}) {
  const plan = usePlanSwitch(name);
  const [planned, setPlanned] = useState<PreviewedChange>();
  const previewChange = (news: Omit<SwitchChange, 'tool'>): void => {
    const wanted = { tool: tool.name, ...news };
    plan.mutate(wanted, { onSuccess: (found) => setPlanned({ change: wanted, plan: found }) });
  };
  return (
    <div className="flex flex-col gap-1 text-sm">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SettingSelect
          label="Permission"
          value={tool.permit}
          choices={PERMITS}
          isWritten={tool.isPermitWritten}
          isDisabled={!isEditable || plan.isPending}
          onChange={(permit) => previewChange({ permit })}
        />
        <SettingSelect
          label="Include"
          value={tool.include}
          choices={INCLUDES}
          isWritten={tool.isIncludeWritten}
          isDisabled={!isEditable || plan.isPending}
          onChange={(include) => previewChange({ include })}
        />
      </div>
      <p className="text-xs text-muted">
        {tool.asksItself && 'The server itself requests approval of each call. '}
        {toolPermission === 'always' &&
          'The agent requires approval of every call, regardless of this setting. '}
        {toolPermission === 'never' &&
          'The agent never requires approval, regardless of this setting. '}
        {!isEditable && 'These settings are read-only because no editable file defines the server.'}
      </p>
      {plan.error && <FailureNotice message={plan.error.message} />}
      {planned && (
        <WriteSettingsDialog name={name} planned={planned} onClose={() => setPlanned(undefined)} />
      )}
    </div>
  );
}

function SettingSelect<Value extends string>({
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
          {isWritten ? 'server default' : `${choices[value]} (server default)`}
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

function WriteSettingsDialog({
  name,
  planned: { change, plan },
  onClose,
}: {
  readonly name: ServerName;
  readonly planned: PreviewedChange;
  readonly onClose: () => void;
}) {
  const writing = useWriteSwitch(name);
  const { version } = plan;
  return (
    <ChangePreviewDialog
      title="Save this change?"
      label="Save"
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
