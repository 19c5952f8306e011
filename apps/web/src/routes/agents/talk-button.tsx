import { useNavigate } from '@tanstack/react-router';
import { Button } from '../../components/button.tsx';

/** Begins a conversation with an agent. */
export function TalkButton({ agentId, name }: { readonly agentId: string; readonly name: string }) {
  const navigate = useNavigate();
  return (
    <Button
      look="strong"
      aria-label={`Talk to ${name}`}
      onClick={() =>
        void navigate({
          to: '/chat/$chatId',
          params: { chatId: crypto.randomUUID() },
          search: { agent: agentId },
        })
      }
    >
      Talk
    </Button>
  );
}
