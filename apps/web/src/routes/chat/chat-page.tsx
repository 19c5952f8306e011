import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type {
  ConversationAnswer,
  ConversationCompletion,
  ConversationMessage,
  TaskHead,
  TaskState,
} from '@timestep-ai/timestep/view';
import { read, send } from '../../api/client.ts';
import { Composer } from '../../components/composer.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { Markdown } from '../../components/markdown.tsx';
import { chatFile, filesProblem } from './chat-files.ts';
import { ChatContext } from './chat-context.tsx';
import { ChatLayout } from './chat-layout.tsx';
import { chatPath } from './chat-place.ts';
import { ChatSettings } from './chat-settings.tsx';
import { ChatTurns } from './chat-turns.tsx';
import { EraseChat } from './erase-chat.tsx';
import { useChat } from './use-chats.ts';
import { useTurns } from './use-turns.ts';

const route = getRouteApi('/chat/$chatId');

/** A turn in one of these states can be stopped. */
const OPEN: ReadonlySet<TaskState> = new Set(['submitted', 'working', 'input-required']);

/** One conversation with an agent, and what is said next. */
export function ChatPage() {
  const { chatId } = route.useParams();
  return (
    <ChatLayout isOpen>
      <OpenChat key={chatId} chatId={chatId} />
    </ChatLayout>
  );
}

function OpenChat({ chatId }: { readonly chatId: string }) {
  const place = route.useSearch();
  const navigate = useNavigate();
  const { turns, isLoading, error } = useTurns(chatId, place.agent);
  const newest = turns.at(-1);
  const chat = useChat(chatId, place, newest?.updatedAt ?? 0);
  const [said, setSaid] = useState<ConversationAnswer>();
  const [line, setLine] = useState('');
  const completions = useCompletions(chatPath(chatId, place, '/completions'), line);
  const sending = useMutation({
    mutationFn: (message: ConversationMessage) =>
      send<TaskHead>('POST', chatPath(chatId, place, '/messages'), message),
  });
  const isWorking = newest !== undefined && OPEN.has(newest.state);

  async function command(written: string): Promise<boolean> {
    const answer = await send<ConversationAnswer>('POST', chatPath(chatId, place, '/command'), {
      line: written,
    });
    if (answer.do === 'send') return sent(answer.text, []);
    setSaid(answer);
    await chat.refetch();
    if (answer.do === 'open') {
      await navigate({ to: '/chat/$chatId', params: { chatId: answer.sessionId }, search: place });
    } else if (answer.do === 'clear' || answer.do === 'leave') await navigate({ to: '/chat' });
    return true;
  }
  async function say(text: string, files: readonly File[]): Promise<boolean> {
    setSaid(undefined);
    if (text.startsWith('/') && files.length === 0) return command(text);
    const problem = filesProblem(files);
    if (problem !== undefined) {
      setSaid({ do: 'refuse', text: problem });
      return false;
    }
    return sent(text, files);
  }
  async function sent(text: string, files: readonly File[]): Promise<boolean> {
    const messageId = crypto.randomUUID();
    await sending.mutateAsync({ messageId, text, files: await Promise.all(files.map(chatFile)) });
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
        <span className="text-sm text-muted">with {chat.data?.agent ?? place.agent}</span>
        {turns.length > 0 && <EraseChat chatId={chatId} path={chatPath(chatId, place)} />}
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
      <ChatSettings path={chatPath(chatId, place, '/settings')} />
      <Composer
        isWorking={isWorking}
        isSending={sending.isPending}
        completions={completions}
        onChange={setLine}
        onSend={(text, files) => say(text, files).catch(() => false)}
        onStop={() => void send('POST', chatPath(chatId, place, '/cancel'))}
      />
    </>
  );
}

/** What may be written next, where a slash command is begun. */
function useCompletions(path: string, line: string): readonly ConversationCompletion[] {
  const address = `${path}${path.includes('?') ? '&' : '?'}line=${encodeURIComponent(line)}`;
  const { data = [] } = useQuery({
    queryKey: ['completions', address],
    queryFn: ({ signal }) => read<readonly ConversationCompletion[]>(address, signal),
    enabled: line.startsWith('/'),
  });
  return line.startsWith('/') ? data : [];
}
