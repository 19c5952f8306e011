import { withTraceparent } from '../../trace/index.ts';
import type { SendRequest } from './message-to-submission.ts';

/**
 * A request with the span that led to it: a new task keeps it in its metadata, a later message in its own. What
 * the message says itself goes before the header.
 */
export function tracedRequest(request: SendRequest, traceparent: string | undefined): SendRequest {
  if (traceparent === undefined) return request;
  const { submission } = request;
  const { start, taskId, metadata } = submission;
  if (taskId !== undefined) {
    const traced = withTraceparent(metadata, traceparent);
    return { ...request, submission: { ...submission, ...(traced && { metadata: traced }) } };
  }
  const traced = withTraceparent(start?.metadata, traceparent);
  const begun = { ...start, ...(traced && { metadata: traced }) };
  return { ...request, submission: { ...submission, start: begun } };
}
