import { useNavigate } from '@tanstack/react-router';
import { Button } from '../../components/button.tsx';

/** A button that starts a conversation with an agent. */
export function StartChatButton({
  agentId,
  name,
}: {
  readonly agentId: string;
  readonly name: string;
}) {
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
