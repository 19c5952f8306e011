import type {
  ServerDescription,
  ServerTool,
  SwitchChange,
  PlannedEdit,
} from '@timestep-ai/timestep/view';
import { type ServerName, useServerAction, getServerApiPath } from './use-server.ts';
import { Select } from '../../components/forms/form.tsx';
import { useEditPreview } from '../use-edit-preview.tsx';
import { sendJson } from '../../api/api-client.ts';

const PERMITS = { allow: 'allow', ask: 'ask', deny: 'deny' } as const;
const INCLUDES = {
  always: 'always',
  agent: 'when the agent requests it',
  manual: 'when a user includes it',
} as const;

export interface ToolSettingsProps {
  readonly name: ServerName;
  readonly tool: ServerTool;
  readonly config: ServerDescription;
}

export function ToolSettings({ name, tool, config }: ToolSettingsProps) {
  const { isEditable, toolPermission } = config;
  const writing = useServerAction<object>(name, '/switches');
  const edit = useEditPreview<SwitchChange>({
    plan: (change) => sendJson<PlannedEdit>('POST', getServerApiPath(name, '/plan'), change),
    write: (change, version) => writing.mutateAsync({ change, version }),
  });
  return (
    <div className="flex flex-col gap-1 text-sm">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SettingSelect
          label="Permission"
          value={tool.permit}
          choices={PERMITS}
          isWritten={tool.isPermitWritten}
          isDisabled={!isEditable || edit.isPlanning}
          onChange={(permit) => edit.preview({ tool: tool.name, permit })}
        />
        <SettingSelect
          label="Include"
          value={tool.include}
          choices={INCLUDES}
          isWritten={tool.isIncludeWritten}
          isDisabled={!isEditable || edit.isPlanning}
          onChange={(include) => edit.preview({ tool: tool.name, include })}
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
      {edit.shown}
    </div>
  );
}

interface SettingSelectProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choices: Readonly<Record<Value, string>>;
  readonly isWritten: boolean;
  readonly isDisabled: boolean;
  readonly onChange: (value: Value | null) => void;
}

function SettingSelect<Value extends string>(props: SettingSelectProps<Value>) {
  const { label, value, choices, isWritten, isDisabled, onChange } = props;
  const fallback = isWritten ? 'server default' : `${choices[value]} (server default)`;
  return (
    <Select
      label={label}
      value={isWritten ? value : ''}
      disabled={isDisabled}
      options={[['', fallback], ...Object.entries<string>(choices)]}
      onChange={(next) => onChange(next === '' ? null : (next as Value))}
    />
  );
}
