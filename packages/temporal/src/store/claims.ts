/** "TSTM", by which SQLite files of ours are told from others. */
export const APPLICATION_ID = 0x5453544d;

/** What addresses of a PostgreSQL begin with. */
export const ADDRESSES: readonly string[] = ['postgres://', 'postgresql://'];
