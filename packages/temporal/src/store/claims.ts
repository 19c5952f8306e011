/** "TSTM", which marks SQLite files of this package. */
export const APPLICATION_ID = 0x5453544d;

/** The beginnings of PostgreSQL addresses. */
export const ADDRESSES: readonly string[] = ['postgres://', 'postgresql://'];
