import { HOPS_META, getHopCount } from '../../core/index.ts';
import type { ToolContext } from '../../port/index.ts';
import { isElicitationAnswer } from './elicitation-handler.ts';
import { ANSWERS_META, APPROVED_META, ASKS_META, ATTEMPT_META, KEY_META } from '../extension.ts';
import { getCallTraceparent } from '../call-traceparent.ts';

/**
 * Builds the `_meta` of a call, which `createCallerContext` parses on the server. With
 * `hasOwnElicitation`, the server may request the approval, because the program answers
 * elicitations.
 */
export function buildCallMeta(
  context: ToolContext,
  { hasOwnElicitation = false }: { readonly hasOwnElicitation?: boolean } = {},
): Record<string, unknown> {
  const { key, attempt, approved = false, task } = context;
  // Answers to elicitations are no answers to questions of the tool.
  const answers = (context.answers ?? []).filter((answer) => !isElicitationAnswer(answer));
  const traceparent = getCallTraceparent(context);
  return {
    [KEY_META]: key,
    [ATTEMPT_META]: attempt,
    [HOPS_META]: getHopCount(task?.metadata),
    [ASKS_META]: true,
    ...(answers.length > 0 && { [ANSWERS_META]: answers }),
    ...((approved || !hasOwnElicitation) && { [APPROVED_META]: approved }),
    ...(traceparent !== undefined && { traceparent }),
  };
}
