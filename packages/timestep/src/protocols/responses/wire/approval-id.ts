const ID = /^mcpr_([^_]+)_(.+)$/;

export function createApprovalId(responseId: string, callId: string): string {
  return `mcpr_${responseId.replace('resp_', '')}_${callId}`;
}

export function parseApprovalCallId(id: string): string | undefined {
  return ID.exec(id)?.[2];
}

export function parseApprovalResponseId(id: string): string | undefined {
  const key = ID.exec(id)?.[1];
  return key === undefined ? undefined : `resp_${key}`;
}
