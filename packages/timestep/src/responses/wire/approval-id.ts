const ID = /^mcpr_([^_]+)_(.+)$/;

/** The id of a request for approval: it names the response that asks, and the call. */
export function approvalIdOf(responseId: string, callId: string): string {
  return `mcpr_${responseId.replace('resp_', '')}_${callId}`;
}

/** The call that a request for approval is about; `undefined` for an id of another form. */
export function callOfApproval(id: string): string | undefined {
  return ID.exec(id)?.[2];
}

/** The id of the response that asked for an approval; `undefined` for an id of another form. */
export function responseOfApproval(id: string): string | undefined {
  const key = ID.exec(id)?.[1];
  return key === undefined ? undefined : `resp_${key}`;
}
