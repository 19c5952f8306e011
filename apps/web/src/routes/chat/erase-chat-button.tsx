import { useNavigate } from '@tanstack/react-router';
import { usePageServices } from '../../api/page-services.ts';
import { Button } from '../../components/controls/button.tsx';
import { Dialog, DialogButton } from '../../components/controls/dialog.tsx';
import { FailureNotice } from '../../components/notices/notices.tsx';
import { useSend } from '../../api/queries.ts';

export function EraseChatButton({ chatId, path }: { chatId: string; path: string }) {
  const navigate = useNavigate();
  const { queryClient } = usePageServices();
  const { mutate, isPending, error } = useSend('DELETE', path, {
    async onSuccess() {
      await navigate({ to: '/chat' });
      queryClient.removeQueries({ queryKey: ['tasks', { context: chatId }] });
      queryClient.removeQueries({ queryKey: ['turns', chatId] });
      queryClient.removeQueries({ queryKey: ['chat', chatId] });
      await queryClient.invalidateQueries({ queryKey: ['chats'] });
    },
  });
  return (
    <DialogButton label="Erase">
      {(close) => (
        <Dialog title="Erase this conversation?" onClose={close}>
          <p className="text-sm">
            All turns of this conversation are erased, for every agent, and running turns are
            canceled. This cannot be undone.
          </p>
          {error && <FailureNotice message={error.message} />}
          <Button variant="danger" className="mt-3" disabled={isPending} onClick={() => mutate()}>
            Erase permanently
          </Button>
        </Dialog>
      )}
    </DialogButton>
  );
}
