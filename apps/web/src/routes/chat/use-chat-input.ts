import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type {
  ConversationCommandResult,
  ConversationMessage,
  TaskDetails,
} from '@timestep-ai/timestep/view';
import { sendJson } from '../../api/api-client.ts';
import { useSend } from '../../api/queries.ts';
import { describeFilesProblem, readConversationFile } from './chat-files.ts';
import type { ChatSearch } from './chat-search.ts';

/** A message that was sent from this view. It is shown until its turn shows it. */
export interface SentMessage {
  readonly messageId: string;
  /** The text, and the names of attached files. */
  readonly text: string;
  /** Id of the turn that received the message; undefined until the server has accepted it. */
  readonly taskId?: string;
}

interface ChatInput {
  /** Answer to the last command, or why the last message was not sent. */
  readonly said: ConversationCommandResult | undefined;
  /** The messages that were sent or are being sent from this view, oldest first. */
  readonly sent: readonly SentMessage[];
  readonly isSending: boolean;
  readonly error: Error | null;
  /** Sends a message or runs a command. Resolves to whether it was accepted. */
  readonly submit: (text: string, files: readonly File[]) => Promise<boolean>;
}

interface ChatInputOptions {
  readonly search: ChatSearch;
  readonly getPath: (part: string) => string;
  /** Loads the conversation again. */
  readonly reload: () => Promise<unknown>;
  /** Called with the turn that has received a message. */
  readonly onAccepted: (turn: TaskDetails) => void;
}

/** State and actions of the input field of a conversation. */
export function useChatInput({ search, getPath, reload, onAccepted }: ChatInputOptions): ChatInput {
  const navigate = useNavigate();
  const [said, setSaid] = useState<ConversationCommandResult>();
  const [sent, setSent] = useState<readonly SentMessage[]>([]);
  const sending = useSend<ConversationMessage, TaskDetails>('POST', getPath('/messages'));

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
    const parts = [text, ...files.map(({ name }) => name)].filter((part) => part !== '');
    const message = { messageId, text: parts.join('\n') };
    setSent((before) => [...before, message]);
    try {
      const read = await Promise.all(files.map(readConversationFile));
      const turn = await sending.mutateAsync({ messageId, text, files: read });
      const accepted = { ...message, taskId: turn.id };
      setSent((before) => before.map((one) => (one === message ? accepted : one)));
      onAccepted(turn);
    } catch (thrown) {
      setSent((before) => before.filter((one) => one !== message));
      throw thrown;
    }
    return true;
  }

  return {
    said,
    sent,
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
