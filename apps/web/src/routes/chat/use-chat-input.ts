import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ConversationCommandResult, ConversationMessage } from '@timestep-ai/timestep/view';
import { sendJson } from '../../api/api-client.ts';
import { useSend } from '../../api/queries.ts';
import { describeFilesProblem, readConversationFile } from './chat-files.ts';
import type { ChatSearch } from './chat-search.ts';

interface ChatInput {
  /** Answer to the last command, or why the last message was not sent. */
  readonly said: ConversationCommandResult | undefined;
  /** The message that is being sent, as text. */
  readonly echo: string | undefined;
  readonly isSending: boolean;
  readonly error: Error | null;
  /** Sends a message or runs a command. Resolves to whether it was accepted. */
  readonly submit: (text: string, files: readonly File[]) => Promise<boolean>;
}

/** State and actions of the input field of a conversation. `reload` loads the conversation again. */
export function useChatInput(
  search: ChatSearch,
  getPath: (part: string) => string,
  reload: () => Promise<unknown>,
): ChatInput {
  const navigate = useNavigate();
  const [said, setSaid] = useState<ConversationCommandResult>();
  const [echo, setEcho] = useState<string>();
  const sending = useSend<ConversationMessage>('POST', getPath('/messages'));

  async function runChatCommand(line: string): Promise<boolean> {
    const path = getPath('/command');
    const answer = await sendJson<ConversationCommandResult>('POST', path, { line });
    if (answer.do === 'send') return sendMessage(answer.text, []);
    setSaid(answer);
    await reload();
    if (answer.do === 'open') {
      await navigate({ to: '/chat/$chatId', params: { chatId: answer.sessionId }, search });
    } else if (answer.do === 'clear' || answer.do === 'leave') await navigate({ to: '/chat' });
    return true;
  }

  async function sendMessage(text: string, files: readonly File[]): Promise<boolean> {
    const messageId = crypto.randomUUID();
    setEcho([text, ...files.map(({ name }) => name)].filter((part) => part !== '').join('\n'));
    try {
      const sent = await Promise.all(files.map(readConversationFile));
      await sending.mutateAsync({ messageId, text, files: sent });
    } finally {
      setEcho(undefined);
    }
    return true;
  }

  return {
    said,
    echo,
    isSending: sending.isPending,
    error: sending.error,
    async submit(text, files) {
      setSaid(undefined);
      if (text.startsWith('/') && files.length === 0) return runChatCommand(text);
      const problem = describeFilesProblem(files);
      if (problem === undefined) return sendMessage(text, files);
      setSaid({ do: 'refuse', text: problem });
      return false;
    },
  };
}
