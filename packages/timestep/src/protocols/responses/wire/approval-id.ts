const ID = /^mcpr_([^_]+)_(.+)$/;

/** Builds the id of an approval request from the response that asks and the tool call. */
export function createApprovalId(responseId: string, callId: string): string {
  return `mcpr_${responseId.replace('resp_', '')}_${callId}`;
}

/** Returns the call id in an approval request id. Undefined if the id has another form. */
export function parseApprovalCallId(id: string): string | undefined {
  return ID.exec(id)?.[2];
}

/**
 * Returns the id of the response that asked for an approval. Undefined if the id has another form.
 */
export function parseApprovalResponseId(id: string): string | undefined {
  const key = ID.exec(id)?.[1];
  return key === undefined ? undefined : `resp_${key}`;
}
