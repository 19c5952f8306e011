import { useQueryClient } from '@tanstack/react-query';
import { bytesText, counted, type BackedUp, type StoreCopies } from '@timestep-ai/timestep/view';
import { Button } from '../../components/controls/button.tsx';
import { FailureNotice } from '../../components/notices/notices.tsx';
import { useSend } from '../../api/queries.ts';
import { Moment } from '../../components/values/moment.tsx';

export function BackupSection({ copies: { folder, files } }: { copies: StoreCopies }) {
  const queries = useQueryClient();
  const copying = useSend<void, BackedUp>('POST', '/operating/copies', {
    onSuccess: () => queries.invalidateQueries({ queryKey: ['operating', 'store'] }),
  });
  const made = copying.data;
  return (
    <section aria-label="Backups" className="mt-4">
      <h3 className="font-semibold">Backups</h3>
      {files.length === 0 ? (
        <p className="text-muted">
          No backups in <code>{folder}</code>.
        </p>
      ) : (
        <ul className="mt-1">
          {files.map(({ file, bytes, at }) => (
            <li key={file} className="flex flex-wrap gap-x-4">
              <code className="break-all">{file}</code>
              <span className="text-muted">{bytesText(bytes)}</span>
              <span className="text-muted">
                <Moment at={at} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <Button className="mt-2" disabled={copying.isPending} onClick={() => copying.mutate()}>
        Back up now
      </Button>
      {made && (
        <p role="status" className="mt-1 text-good">
          ✓ {made.file}: {counted(made.tasks, 'task')}, {bytesText(made.bytes)}, verified
          {made.remark !== undefined && <span className="text-text">. {made.remark}</span>}
        </p>
      )}
      {copying.error && <FailureNotice message={copying.error.message} />}
    </section>
  );
}
