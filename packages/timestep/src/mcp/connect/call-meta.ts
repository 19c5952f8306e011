import { HOPS_META, getHopCount } from '../../core/index.ts';
import type { ToolContext } from '../../port/index.ts';
import { isElicited } from './elicited.ts';
import { ANSWERS_META, APPROVED_META, ASKS_META, ATTEMPT_META, KEY_META } from '../extension.ts';
import { traceparentOfCall } from '../traceparent-of-call.ts';

/**
 * The `_meta` with which a caller passes on what `contextOfRequest` reads. `isAnsweredElsewhere`: the program
 * answers elicitations by itself, and a server may ask it for an approval.
 */
export function metaOfCall(
  context: ToolContext,
  { isAnsweredElsewhere = false }: { readonly isAnsweredElsewhere?: boolean } = {},
): Record<string, unknown> {
  const { key, attempt, approved = false, task } = context;
  // Answers to elicitations are none to questions of the tool itself.
  const answers = (context.answers ?? []).filter((answer) => !isElicited(answer));
  const traceparent = traceparentOfCall(context);
  return {
    [KEY_META]: key,
    [ATTEMPT_META]: attempt,
    [HOPS_META]: getHopCount(task?.metadata),
    [ASKS_META]: true,
    ...(answers.length > 0 && { [ANSWERS_META]: answers }),
    ...((approved || !isAnsweredElsewhere) && { [APPROVED_META]: approved }),
    ...(traceparent !== undefined && { traceparent }),
  };
}
