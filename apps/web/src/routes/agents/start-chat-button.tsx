import { useNavigate } from '@tanstack/react-router';
import { Button } from '../../components/controls/button.tsx';

export function StartChatButton({ agentId, name }: { agentId: string; name: string }) {
  const navigate = useNavigate();
  return (
    <Button
      variant="strong"
      aria-label={`Chat with ${name}`}
      onClick={() =>
        void navigate({
          to: '/chat/$chatId',
          params: { chatId: crypto.randomUUID() },
          search: { agent: agentId },
        })
      }
    >
      Chat
    </Button>
  );
}
