import { CatalogError } from './catalog-error.ts';

/** Something that is opened when it is first used, and then shared. */
export interface OpenedOnce<T> {
  /** Rejects as opening does; the next call tries again. */
  get(): Promise<T>;
  /** What is open now. */
  readonly opened: T | undefined;
  /** Ends it, also where it is only being opened; from then on `get` rejects. */
  close(): Promise<void>;
}

/** Users that come while it is being opened share that opening. */
export function openedOnce<T extends { close(): Promise<void> }>(
  open: () => Promise<T>,
): OpenedOnce<T> {
  let opened: T | undefined;
  let opening: Promise<T> | undefined;
  let isClosed = false;

  async function begin(): Promise<T> {
    try {
      const made = await open();
      if (!isClosed) return (opened = made);
      await made.close();
    } finally {
      opening = undefined;
    }
    throw gone();
  }

  return {
    async get() {
      if (isClosed) throw gone();
      return opened ?? (opening ??= begin());
    },
    get opened() {
      return opened;
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      await opening?.catch(() => undefined);
      await opened?.close();
      opened = undefined;
    },
  };
}

function gone(): CatalogError {
  const message = 'the agent is no longer in the catalog: look in the list for what is there';
  return new CatalogError('closed', message);
}
