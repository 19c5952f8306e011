import { useMutation } from '@tanstack/react-query';
import {
  openApprovals,
  openQuestion,
  type ConversationView,
  type TaskMessage,
} from '@timestep-ai/timestep/view';
import { ApiError } from '../../api/api-error.ts';
import { send } from '../../api/client.ts';
import { ApprovalCard } from '../../components/approval-card.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { QuestionCard } from '../../components/question-card.tsx';

/** Whether a task waits for a person. */
export function isAsking(view: ConversationView): boolean {
  return openApprovals(view).length > 0 || openQuestion(view) !== undefined;
}

/** Whether the task does not take what was said, as where another page was faster. */
function isRefusal(thrown: unknown): thrown is ApiError {
  return thrown instanceof ApiError && thrown.status === 409;
}

/** The approvals and the question that a task waits for, with what answers them. */
export function AskedCards({
  taskId,
  view,
  onRefused,
}: {
  readonly taskId: string;
  readonly view: ConversationView;
  /** Is given what was decided elsewhere, where the cards go away with the decision; by default they say it. */
  readonly onRefused?: (message: string) => void;
}) {
  const sending = useMutation({
    mutationFn: (said: Omit<TaskMessage, 'messageId'>) =>
      send('POST', `/tasks/${encodeURIComponent(taskId)}/messages`, {
        messageId: crypto.randomUUID(),
        ...said,
      }),
    onError(thrown) {
      if (isRefusal(thrown)) onRefused?.(thrown.message);
    },
  });
  const failure = onRefused && isRefusal(sending.error) ? null : sending.error;
  const question = openQuestion(view);
  return (
    <>
      {failure && <FailureNotice message={failure.message} />}
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
