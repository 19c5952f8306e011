import { withTraceparent } from '../../trace/index.ts';
import type { SendRequest } from './message-to-submission.ts';

/** Adds the parent span to the metadata. A `traceparent` in the message wins over the header. */
export function withRequestTrace(
  request: SendRequest,
  traceparent: string | undefined,
): SendRequest {
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
