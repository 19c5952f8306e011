/** SQLite application id of this package's files: "TSTM". */
export const APPLICATION_ID = 0x5453544d;

/** Prefixes of PostgreSQL URLs. */
export const ADDRESSES: readonly string[] = ['postgres://', 'postgresql://'];
