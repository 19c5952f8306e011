import { useMutation } from '@tanstack/react-query';
import {
  openApprovals,
  openQuestion,
  type ConversationView,
  type TaskMessage,
} from 'timestep/view';
import { send } from '../../api/client.ts';
import { ApprovalCard } from '../../components/approval-card.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { QuestionCard } from '../../components/question-card.tsx';

/** Whether a task waits for a person. */
export function isAsking(view: ConversationView): boolean {
  return openApprovals(view).length > 0 || openQuestion(view) !== undefined;
}

/** The approvals and the question that a task waits for, with what answers them. */
export function AskedCards({
  taskId,
  view,
}: {
  readonly taskId: string;
  readonly view: ConversationView;
}) {
  const sending = useMutation({
    mutationFn: (said: Omit<TaskMessage, 'messageId'>) =>
      send('POST', `/tasks/${encodeURIComponent(taskId)}/messages`, {
        messageId: crypto.randomUUID(),
        ...said,
      }),
  });
  const question = openQuestion(view);
  return (
    <>
      {sending.error && <FailureNotice message={sending.error.message} />}
      {isAsking(view) && (
        <div className="mt-2 flex flex-col gap-3 bg-page">
          {openApprovals(view).map((item) => (
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
      )}
    </>
  );
}
