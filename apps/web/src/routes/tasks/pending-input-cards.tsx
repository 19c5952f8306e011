import { useMutation } from '@tanstack/react-query';
import {
  listOpenApprovals,
  findOpenQuestion,
  type ConversationView,
  type TaskMessage,
} from '@timestep-ai/timestep/view';
import { ApiError } from '../../api/api-error.ts';
import { sendJson } from '../../api/api-client.ts';
import { ApprovalCard } from '../../components/approval-card.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { QuestionCard } from '../../components/question-card.tsx';

/** Returns whether a task waits for human input. */
export function isWaitingForInput(view: ConversationView): boolean {
  return listOpenApprovals(view).length > 0 || findOpenQuestion(view) !== undefined;
}

/**
 * Returns whether the task refused the answer, for example because another browser page answered
 * first.
 */
function isConflictError(thrown: unknown): thrown is ApiError {
  return thrown instanceof ApiError && thrown.status === 409;
}

/** Cards for the approvals and the question that a task waits for. */
export function PendingInputCards({
  taskId,
  view,
  onRefused,
}: {
  readonly taskId: string;
  readonly view: ConversationView;
  /**
   * Called with the message of a refused answer. By default the message is shown above the cards;
   * use this if the cards disappear once the task is answered.
   */
  readonly onRefused?: (message: string) => void;
}) {
  const sending = useMutation({
    mutationFn: (said: Omit<TaskMessage, 'messageId'>) =>
      sendJson('POST', `/tasks/${encodeURIComponent(taskId)}/messages`, {
        messageId: crypto.randomUUID(),
        ...said,
      }),
    onError(thrown) {
      if (isConflictError(thrown)) onRefused?.(thrown.message);
    },
  });
  const failure = onRefused && isConflictError(sending.error) ? null : sending.error;
  const question = findOpenQuestion(view);
  return (
    <>
      {failure && <FailureNotice message={failure.message} />}
      {isWaitingForInput(view) && (
        <div className="mt-2 flex flex-col gap-3 bg-page">
          {listOpenApprovals(view).map((item) => (
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
