import { useNavigate } from '@tanstack/react-router';
import type {
  AgentList,
  ConversationList,
  EnvironmentList,
  EvalRunList,
} from '@timestep-ai/timestep/view';
import { useRead } from '../api/queries.ts';
import { SECTIONS } from './sections.ts';
import { setTheme, type Theme } from './theme.tsx';

/** A command of the palette. */
export interface PaletteCommand {
  readonly key: string;
  readonly name: string;
  readonly run: () => void;
}

const THEMES: readonly Theme[] = ['light', 'dark', 'system'];
/** Maximum number of commands shown at once. More characters find the others. */
const MAX_SHOWN = 50;

/**
 * Lists the commands whose names contain a text: sections, agents and themes, and with a text also
 * conversations, MCP servers and evaluation runs.
 */
export function usePaletteCommands(text: string): readonly PaletteCommand[] {
  const navigate = useNavigate();
  const wanted = text.trim();
  const agents = useRead<AgentList>(['agents'], '/agents').data?.agents ?? [];
  const named = useNamedCommands(wanted !== '');
  const commands: readonly PaletteCommand[] = [
    ...SECTIONS.map(({ title, to }) => ({
      key: to,
      name: `Go to ${title}`,
      run: () => void navigate({ to }),
    })),
    ...agents.flatMap(({ id, name }) => [
      {
        key: `agent ${id}`,
        name: `Agent: ${name}`,
        run: () => void navigate({ to: '/agents/$agentId', params: { agentId: id } }),
      },
      {
        key: `runs ${id}`,
        name: `Runs of ${name}`,
        run: () => void navigate({ to: '/tasks', search: { agent: id } }),
      },
    ]),
    ...THEMES.map((theme) => {
      return { key: `theme ${theme}`, name: `Theme: ${theme}`, run: () => setTheme(theme) };
    }),
    ...named,
  ];
  const found = commands
    .filter(({ name }) => name.toLowerCase().includes(wanted.toLowerCase()))
    .slice(0, MAX_SHOWN);
  if (wanted === '') return found;
  const search = {
    key: 'search',
    name: `Search runs for “${wanted}”`,
    run: () => void navigate({ to: '/tasks', search: { text: wanted } }),
  };
  return [...found, search];
}

/** Commands that open conversations, MCP servers and evaluation runs, which are read once a text is typed. */
function useNamedCommands(isEnabled: boolean): readonly PaletteCommand[] {
  const navigate = useNavigate();
  const options = { enabled: isEnabled };
  const chats = useRead<ConversationList>(['chats', false], '/chats?isOwn=true', options);
  const environments = useRead<EnvironmentList>(['environments'], '/environments', options);
  const runs = useRead<EvalRunList>(['evals'], '/evals', options);
  if (!isEnabled) return [];
  return [
    ...(chats.data?.chats ?? []).map(({ id, name, agent, principal }) => ({
      key: `chat ${principal} ${id}`,
      name: `Chat: ${name || 'Untitled conversation'}`,
      run: () =>
        void navigate({
          to: '/chat/$chatId',
          params: { chatId: id },
          search: { agent, ...(principal !== '' && { principal }) },
        }),
    })),
    ...(environments.data?.agents ?? []).flatMap(({ agentId, name, servers }) =>
      servers.map((server) => ({
        key: `server ${agentId} ${server.name}`,
        name: `Server: ${server.name} of ${name}`,
        run: () =>
          void navigate({
            to: '/environments/$agent/$server',
            params: { agent: agentId, server: server.name },
          }),
      })),
    ),
    ...(runs.data?.runs ?? []).map(({ name: run }) => ({
      key: `evaluation ${run}`,
      name: `Evaluation run: ${run}`,
      run: () => void navigate({ to: '/evals/$run', params: { run } }),
    })),
  ];
}
