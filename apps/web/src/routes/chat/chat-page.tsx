import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type {
  ConversationCommandResult,
  ConversationCompletion,
  ConversationMessage,
  TaskDetails,
  TaskState,
} from '@timestep-ai/timestep/view';
import { getJson, sendJson } from '../../api/api-client.ts';
import { Composer } from '../../components/composer.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { Markdown } from '../../components/markdown.tsx';
import { readConversationFile, describeFilesProblem } from './chat-files.ts';
import { ChatContext } from './chat-context.tsx';
import { ChatLayout } from './chat-layout.tsx';
import { getChatPath } from './chat-search.ts';
import { ChatSettings } from './chat-settings.tsx';
import { ChatTurns } from './chat-turns.tsx';
import { EraseChatButton } from './erase-chat-button.tsx';
import { useChat } from './use-chats.ts';
import { useTurns } from './use-turns.ts';

const route = getRouteApi('/chat/$chatId');

/** States in which a turn can be stopped. */
const STOPPABLE_STATES: ReadonlySet<TaskState> = new Set([
  'submitted',
  'working',
  'input-required',
]);

/** One conversation with an agent, with a form for the next message. */
export function ChatPage() {
  const { chatId } = route.useParams();
  return (
    <ChatLayout isOpen>
      <ConversationPanel key={chatId} chatId={chatId} />
    </ChatLayout>
  );
}

function ConversationPanel({ chatId }: { readonly chatId: string }) {
  const search = route.useSearch();
  const navigate = useNavigate();
  const { turns, isLoading, error } = useTurns(chatId, search.agent);
  const newest = turns.at(-1);
  const getPath = (part = ''): string => getChatPath(chatId, search, part);
  const chat = useChat(chatId, search, newest?.updatedAt ?? 0);
  const [said, setSaid] = useState<ConversationCommandResult>();
  const [line, setLine] = useState('');
  const completions = useCompletions(getPath('/completions'), line);
  const sending = useMutation({
    mutationFn: (message: ConversationMessage) =>
      sendJson<TaskDetails>('POST', getPath('/messages'), message),
  });
  const isWorking = newest !== undefined && STOPPABLE_STATES.has(newest.state);

  async function runCommand(command: string): Promise<boolean> {
    const body = { line: command };
    const answer = await sendJson<ConversationCommandResult>('POST', getPath('/command'), body);
    if (answer.do === 'send') return sendMessage(answer.text, []);
    setSaid(answer);
    await chat.refetch();
    if (answer.do === 'open') {
      await navigate({ to: '/chat/$chatId', params: { chatId: answer.sessionId }, search });
    } else if (answer.do === 'clear' || answer.do === 'leave') await navigate({ to: '/chat' });
    return true;
  }
  async function submitInput(text: string, files: readonly File[]): Promise<boolean> {
    setSaid(undefined);
    if (text.startsWith('/') && files.length === 0) return runCommand(text);
    const problem = describeFilesProblem(files);
    if (problem !== undefined) {
      setSaid({ do: 'refuse', text: problem });
      return false;
    }
    return sendMessage(text, files);
  }
  async function sendMessage(text: string, files: readonly File[]): Promise<boolean> {
    const messageId = crypto.randomUUID();
    const sent = await Promise.all(files.map(readConversationFile));
    await sending.mutateAsync({ messageId, text, files: sent });
    return true;
  }
  const failing = error ?? chat.error;
  return (
    <>
      <header className="flex flex-wrap items-baseline gap-x-3 border-b border-line p-3">
        <Link to="/chat" className="text-sm text-accent underline md:hidden">
          All conversations
        </Link>
        <h1 className="text-lg font-semibold break-all">
          {chat.data?.name || turns[0]?.title || 'New conversation'}
        </h1>
        <span className="text-sm text-muted">with {chat.data?.agent ?? search.agent}</span>
        {turns.length > 0 && <EraseChatButton chatId={chatId} path={getPath()} />}
      </header>
      {failing && <FailureNotice message={failing.message} />}
      <ChatTurns turns={turns} isLoading={isLoading} />
      {sending.error && <FailureNotice message={sending.error.message} />}
      {said && 'text' in said && (
        <div role="status" className="max-h-64 overflow-y-auto border-t border-line p-3 text-sm">
          <Markdown text={said.text} />
        </div>
      )}
      {newest && <ChatContext taskId={newest.id} generation={newest.generation} />}
      <ChatSettings path={getPath('/settings')} />
      <Composer
        isWorking={isWorking}
        isSending={sending.isPending}
        completions={completions}
        onChange={setLine}
        onSend={(text, files) => submitInput(text, files).catch(() => false)}
        onStop={() => void sendJson('POST', getPath('/cancel'))}
      />
    </>
  );
}

/** Loads completions while the user types a slash command. */
function useCompletions(path: string, line: string): readonly ConversationCompletion[] {
  const address = `${path}${path.includes('?') ? '&' : '?'}line=${encodeURIComponent(line)}`;
  const { data = [] } = useQuery({
    queryKey: ['completions', address],
    queryFn: ({ signal }) => getJson<readonly ConversationCompletion[]>(address, signal),
    enabled: line.startsWith('/'),
  });
  return line.startsWith('/') ? data : [];
}
