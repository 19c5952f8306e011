const ID = /^mcpr_[^_]+_(.+)$/;

/** The id of a request for approval: it names the response that asks, and the call. */
export function approvalIdOf(responseId: string, callId: string): string {
  return `mcpr_${responseId.replace('resp_', '')}_${callId}`;
}

/** The call that a request for approval is about; `undefined` for an id of another form. */
export function callOfApproval(id: string): string | undefined {
  return ID.exec(id)?.[1];
}
