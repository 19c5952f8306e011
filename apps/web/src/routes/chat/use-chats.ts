import { keepPreviousData } from '@tanstack/react-query';
import type { ConversationList, ConversationSummary } from '@timestep-ai/timestep/view';
import { useRead } from '../../api/queries.ts';

/**
 * Reads the conversations that people have started on the page, in terminals and editors; with `others`, also
 * the conversations of programs that call agents over a protocol. Reads the agents for new ones, too.
 */
export function useChats(others = false, isEnabled = true) {
  return useRead<ConversationList>(['chats', others], others ? '/chats' : '/chats?isOwn=true', {
    // The list is polled: the event stream omits conversations started in terminals and editors.
    refetchInterval: 5000,
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  });
}

/** Returns the name of an agent; its id until the agents are read, and for an agent that is not served. */
export function useAgentName(id: string): string {
  const { data } = useChats();
  return findAgentName(data?.agents ?? [], id);
}

export function findAgentName(agents: ConversationList['agents'], id: string): string {
  return agents.find((agent) => agent.id === id)?.name ?? id;
}

/**
 * Reads the conversations among which another branch of `chat` may be. The one from which it was forked may have
 * been started by a program.
 */
export function useBranchableChats(
  chat: Pick<ConversationSummary, 'forkedFrom'> | undefined,
): readonly ConversationSummary[] | undefined {
  const { data: own } = useChats();
  const originId = chat?.forkedFrom?.sessionId;
  const isOriginOwn = own?.chats.some(({ id }) => id === originId) ?? true;
  const all = useChats(true, originId !== undefined && !isOriginOwn);
  return (originId === undefined || isOriginOwn ? own : (all.data ?? own))?.chats;
}
