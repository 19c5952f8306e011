import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { openApprovals, openQuestion, type TaskLine, type TaskMessage } from 'timestep/view';
import { send } from '../../api/client.ts';
import { ApprovalCard } from '../../components/approval-card.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { QuestionCard } from '../../components/question-card.tsx';
import { momentText } from '../../components/time-text.ts';
import { useTaskLog } from '../tasks/use-task-log.ts';

/** A task that waits, with the cards that answer it. */
export function WaitingTask({ line }: { readonly line: TaskLine }) {
  const { id, agent, title, updatedAt } = line;
  const { log, isLoading, error } = useTaskLog(id);
  const sending = useMutation({
    mutationFn: (said: Omit<TaskMessage, 'messageId'>) =>
      send('POST', `/tasks/${encodeURIComponent(id)}/messages`, {
        messageId: crypto.randomUUID(),
        ...said,
      }),
  });
  const approvals = openApprovals(log.conversation);
  const question = openQuestion(log.conversation);
  const isAsking = approvals.length > 0 || question !== undefined;
  return (
    <article aria-label={title || id} className="rounded-md bg-surface p-3">
      <h2 className="font-semibold">
        <Link to="/tasks/$taskId" params={{ taskId: id }} className="underline">
          {title || id}
        </Link>
      </h2>
      <p className="text-sm text-muted">
        {agent}, since {momentText(updatedAt)}
      </p>
      {(error ?? sending.error) && (
        <FailureNotice message={(error ?? sending.error)?.message ?? ''} />
      )}
      {isLoading && <p className="text-sm text-muted">Reading what it asks…</p>}
      {!isLoading && !error && !isAsking && (
        <p role="status" className="text-sm text-muted">
          Nothing is asked here now: it was answered, or a client has to run a tool.
        </p>
      )}
      <div className="mt-2 flex flex-col gap-3 bg-page">
        {approvals.map((item) => (
          <ApprovalCard
            key={item.id}
            item={item}
            isSending={sending.isPending}
            onDecide={(decision) => sending.mutate({ approvals: [decision] })}
          />
        ))}
        {question && (
          <QuestionCard
            key={question.id}
            item={question}
            isSending={sending.isPending}
            onAnswer={(text) => sending.mutate({ text })}
          />
        )}
      </div>
    </article>
  );
}
