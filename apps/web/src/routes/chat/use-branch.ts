import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type {
  ConversationBranch,
  ConversationBranchRequest,
  ConversationMessage,
} from '@timestep-ai/timestep/view';
import { sendJson } from '../../api/api-client.ts';
import type { BranchPoint } from './branches.ts';
import { getChatApiPath, type ChatSearch } from './chat-search.ts';

interface Rewriting extends BranchPoint {
  readonly text: string;
}

/** Sends a user message again, or a changed version of it. The conversation is forked before that message. */
export function useRewriteInBranch(search: ChatSearch) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return useMutation<string, Error, Rewriting>({
    async mutationFn({ text, chatId, after }) {
      const { id } = await sendJson<ConversationBranch>(
        'POST',
        getChatApiPath(chatId, search, '/branches'),
        (after === undefined ? {} : { after }) satisfies ConversationBranchRequest,
      );
      const message: ConversationMessage = { messageId: crypto.randomUUID(), text, files: [] };
      await sendJson('POST', getChatApiPath(id, search, '/messages'), message);
      return id;
    },
    async onSuccess(id) {
      await queries.invalidateQueries({ queryKey: ['chats'] });
      await navigate({ to: '/chat/$chatId', params: { chatId: id }, search });
    },
  });
}
