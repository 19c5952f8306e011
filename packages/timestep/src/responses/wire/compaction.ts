/** What a summary begins with, so that texts of other servers are recognised. */
const MARK = 'timestep1.';

/**
 * A summary as the `encrypted_content` of a `compaction` item. It is not encrypted: it holds nothing but an
 * answer to the caller, who may read it and send something else.
 */
export function sealed(summary: string): string {
  return MARK + Buffer.from(summary).toString('base64url');
}

/** The summary in an `encrypted_content`; `undefined` where another server has made it. */
export function unsealed(content: string): string | undefined {
  if (!content.startsWith(MARK)) return undefined;
  return Buffer.from(content.slice(MARK.length), 'base64url').toString();
}
