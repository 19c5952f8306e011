import type {
  SessionConfigOption,
  SessionConfigSelectOption,
  SessionModeState,
} from '@agentclientprotocol/sdk';
import {
  describeUnknownName,
  formatForeignName,
  formatForeignText,
  omitUndefined,
  type SessionSettingsChanges,
  type SessionSettings,
} from '#core';
import type { AcpAgent } from '../acp-server-deps.ts';

export interface CurrentOptions {
  /** Agents that the user can choose; after the session has started, only its own agent. */
  readonly agents: readonly AcpAgent[];
  readonly agent: AcpAgent;
  readonly settings: SessionSettings;
}

export interface SessionOptions {
  readonly modes: SessionModeState;
  readonly configOptions: SessionConfigOption[];
}

export type OptionChange =
  | { readonly kind: 'agent'; readonly agent: string }
  | { readonly kind: 'settings'; readonly changes: SessionSettingsChanges };

/** Option value that resets a setting to the agent's own value. */
const AGENT_DEFAULT = 'default';

const MODES = [
  {
    id: AGENT_DEFAULT,
    name: 'Agent default',
    description: 'The agent determines which tools require approval.',
  },
  { id: 'always', name: 'Always ask', description: 'Every tool call requires approval.' },
  {
    id: 'tool',
    name: 'Ask if the tool requires it',
    description: 'Each tool determines whether it requires approval.',
  },
  { id: 'never', name: 'Never ask', description: 'Tools run without approval.' },
] as const;

/** Creates the options of a session (ACP v1, Session Config Options and Session Modes). */
export function createSessionOptions(current: CurrentOptions): SessionOptions {
  const currentModeId = current.settings.toolPermission ?? AGENT_DEFAULT;
  const availableModes = MODES.map((mode) => ({ ...mode }));
  return { modes: { currentModeId, availableModes }, configOptions: createConfigOptions(current) };
}

function createConfigOptions({ agents, agent, settings }: CurrentOptions): SessionConfigOption[] {
  const { models } = agent;
  const modes = MODES.map(({ id, ...mode }) => ({ value: id, ...mode }));
  const permission = settings.toolPermission ?? AGENT_DEFAULT;
  const known = new Set(settings.model === undefined ? models : [...models, settings.model]);
  const choices = [...known].map((model) => ({ value: model, name: formatForeignName(model) }));
  const own = { value: AGENT_DEFAULT, name: formatForeignName(agent.model ?? 'Agent default') };
  return [
    ...(agents.length > 1
      ? [createSelectOption('agent', 'Agent', agents.map(agentToOption), agent.name, '_agent')]
      : []),
    ...(choices.length > 0
      ? [createSelectOption('model', 'Model', [own, ...choices], settings.model ?? AGENT_DEFAULT)]
      : []),
    createSelectOption('mode', 'Tool permission', modes, permission),
  ];
}

/** Describes why `parseOptionChange` returns nothing, with the known options or values. */
export function describeOptionProblem(id: string, value: unknown, chosen: CurrentOptions): string {
  const options = createConfigOptions(chosen);
  const option = options.find((one) => one.id === id);
  if (option?.type !== 'select') {
    return describeUnknownName(
      'option',
      id,
      options.map((one) => one.id),
    );
  }
  const known = option.options.flatMap((one) => ('value' in one ? [one.value] : []));
  return describeUnknownName(`value of ${id}`, String(value), known);
}

export function parseOptionChange(
  id: string,
  value: unknown,
  chosen: CurrentOptions,
): OptionChange | undefined {
  const option = createConfigOptions(chosen).find((one) => one.id === id);
  if (option?.type !== 'select' || typeof value !== 'string') return undefined;
  const isKnown = option.options.some((one) => 'value' in one && one.value === value);
  if (!isKnown) return undefined;
  if (id === 'agent') return { kind: 'agent', agent: value };
  if (id === 'model')
    return { kind: 'settings', changes: { model: value === AGENT_DEFAULT ? null : value } };
  const mode = MODES.find((one) => one.id === value)?.id ?? AGENT_DEFAULT;
  const toolPermission = mode === AGENT_DEFAULT ? null : mode;
  return { kind: 'settings', changes: { toolPermission } };
}

function createSelectOption(
  id: string,
  name: string,
  options: SessionConfigSelectOption[],
  currentValue: string,
  category = id,
): SessionConfigOption {
  return { type: 'select', id, name, category, currentValue, options };
}

/** Escapes names and descriptions, which the author of the agent wrote. */
function agentToOption({ name, title, description }: AcpAgent): SessionConfigSelectOption {
  const shown = description === undefined ? undefined : formatForeignText(description);
  return { value: name, name: formatForeignName(title), ...omitUndefined({ description: shown }) };
}
