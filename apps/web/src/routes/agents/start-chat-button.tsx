import { useNavigate } from '@tanstack/react-router';
import { Button } from '../../components/controls/button.tsx';

/** Returns a function that opens a new conversation with an agent. */
export function useStartChat(agentId: string): () => void {
  const navigate = useNavigate();
  return () =>
    void navigate({
      to: '/chat/$chatId',
      params: { chatId: crypto.randomUUID() },
      search: { agent: agentId },
    });
}

export function StartChatButton({ agentId, name }: { agentId: string; name: string }) {
  const startChat = useStartChat(agentId);
  return (
    <Button variant="strong" aria-label={`Chat with ${name}`} onClick={startChat}>
      Chat
    </Button>
  );
}
