import { useMutation, useQueryClient } from '@tanstack/react-query';
import { bytesText, counted, type BackedUp, type StoreCopies } from '@timestep-ai/timestep/view';
import { send } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { momentText } from '../../components/time-text.ts';

/** The copies of the database, and the way to make one. */
export function CopySection({ copies: { folder, files } }: { readonly copies: StoreCopies }) {
  const queries = useQueryClient();
  const copying = useMutation({
    mutationFn: () => send<BackedUp>('POST', '/operating/copies'),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['operating', 'store'] }),
  });
  const made = copying.data;
  return (
    <section aria-label="Copies" className="mt-4">
      <h3 className="font-semibold">Copies</h3>
      {files.length === 0 ? (
        <p className="text-muted">
          There are none in <code>{folder}</code>.
        </p>
      ) : (
        <ul className="mt-1">
          {files.map(({ file, bytes, at }) => (
            <li key={file} className="flex flex-wrap gap-x-4">
              <code className="break-all">{file}</code>
              <span className="text-muted">{bytesText(bytes)}</span>
              <span className="text-muted">{momentText(at)}</span>
            </li>
          ))}
        </ul>
      )}
      <Button className="mt-2" disabled={copying.isPending} onClick={() => copying.mutate()}>
        Make a copy
      </Button>
      {made && (
        <p role="status" className="mt-1 text-good">
          ✓ {made.file}: {counted(made.tasks, 'task')}, {bytesText(made.bytes)}, checked
          {made.remark !== undefined && <span className="text-text">. {made.remark}</span>}
        </p>
      )}
      {copying.error && <FailureNotice message={copying.error.message} />}
    </section>
  );
}
