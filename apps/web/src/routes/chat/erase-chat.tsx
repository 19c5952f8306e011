import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { send } from '../../api/client.ts';
import { usePageServices } from '../../api/page-services.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';

/** Erases a conversation once the person has said so twice, and goes to the list. */
export function EraseChat({ chatId, path }: { readonly chatId: string; readonly path: string }) {
  const [isAsking, setIsAsking] = useState(false);
  const navigate = useNavigate();
  const { queries } = usePageServices();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => send('DELETE', path),
    async onSuccess() {
      await navigate({ to: '/chat' });
      queries.removeQueries({ queryKey: ['turns', chatId] });
      queries.removeQueries({ queryKey: ['chat', chatId] });
      await queries.invalidateQueries({ queryKey: ['chats'] });
    },
  });
  return (
    <>
      <Button className="ms-auto" onClick={() => setIsAsking(true)}>
        Erase
      </Button>
      {isAsking && (
        <Dialog title="Erase this conversation?" onClose={() => setIsAsking(false)}>
          <p className="text-sm">
            Its turns are erased with all that was said in them, of every agent, and a turn that is
            open ends. This cannot be undone.
          </p>
          {error && <FailureNotice message={error.message} />}
          <Button look="danger" className="mt-3" disabled={isPending} onClick={() => mutate()}>
            Erase for good
          </Button>
        </Dialog>
      )}
    </>
  );
}
