import type {
  SessionConfigOption,
  SessionConfigSelectOption,
  SessionModeState,
} from '@agentclientprotocol/sdk';
import type { SessionChanges, SessionSettings } from '../core/index.ts';
import type { AcpAgent } from './acp-site.ts';

/** What a session's options are chosen from, and what is chosen. */
export interface Chosen {
  /** The agents that may still be chosen: one, once the session has begun. */
  readonly agents: readonly AcpAgent[];
  readonly agent: AcpAgent;
  readonly settings: SessionSettings;
}

/** A choice of the client; `undefined` from `choiceFrom` means that it is not among the options. */
export type Choice =
  | { readonly kind: 'agent'; readonly agent: string }
  | { readonly kind: 'settings'; readonly changes: SessionChanges };

/** The value that takes a setting back, so that the agent's own counts. */
const OWN = 'default';

const MODES = [
  { id: OWN, name: 'As the agent says', description: 'The agent says which tools need a yes.' },
  { id: 'always', name: 'Ask always', description: 'Every call of a tool needs a yes.' },
  { id: 'tool', name: 'Ask as tools say', description: 'Each tool says whether it needs a yes.' },
  { id: 'never', name: 'Never ask', description: 'Tools are called without a yes.' },
] as const;

/** The options of a session (ACP v1, Session Config Options). */
export function configOptions({ agents, agent, settings }: Chosen): SessionConfigOption[] {
  const modes = MODES.map(({ id, name, description }) => ({ value: id, name, description }));
  const mode = select('mode', 'Tool permission', modes, settings.toolPermission ?? OWN);
  const { models } = agent;
  const known = new Set(settings.model === undefined ? models : [...models, settings.model]);
  const choices = [...known].map((model) => ({ value: model, name: model }));
  const own = { value: OWN, name: agent.model ?? 'As the agent says' };
  return [
    ...(agents.length > 1
      ? [select('agent', 'Agent', agents.map(agentOption), agent.name, '_agent')]
      : []),
    ...(choices.length > 0
      ? [select('model', 'Model', [own, ...choices], settings.model ?? OWN)]
      : []),
    mode,
  ];
}

/** The modes of a session (ACP v1, Session Modes): how often a person is asked. */
export function modesOf({ toolPermission }: SessionSettings): SessionModeState {
  return {
    currentModeId: toolPermission ?? OWN,
    availableModes: MODES.map((mode) => ({ ...mode })),
  };
}

export function choiceFrom(id: string, value: unknown, chosen: Chosen): Choice | undefined {
  const option = configOptions(chosen).find((one) => one.id === id);
  if (option?.type !== 'select' || typeof value !== 'string') return undefined;
  const isKnown = option.options.some((one) => 'value' in one && one.value === value);
  if (!isKnown) return undefined;
  if (id === 'agent') return { kind: 'agent', agent: value };
  if (id === 'model') return { kind: 'settings', changes: { model: value === OWN ? null : value } };
  const toolPermission = permissionFrom(value);
  return toolPermission === undefined
    ? undefined
    : { kind: 'settings', changes: { toolPermission } };
}

function permissionFrom(value: string): SessionChanges['toolPermission'] | undefined {
  switch (value) {
    case OWN:
      return null;
    case 'always':
    case 'tool':
    case 'never':
      return value;
    default:
      return undefined;
  }
}

function select(
  id: string,
  name: string,
  options: SessionConfigSelectOption[],
  currentValue: string,
  category = id,
): SessionConfigOption {
  return { type: 'select', id, name, category, currentValue, options };
}

function agentOption({ name, title, description }: AcpAgent): SessionConfigSelectOption {
  return { value: name, name: title, ...(description !== undefined && { description }) };
}
