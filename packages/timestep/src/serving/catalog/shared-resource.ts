import { CatalogError } from './catalog-error.ts';

/** A resource that is opened on first use and then shared. */
export interface SharedResource<T> {
  /** Opens the resource on first use. Rejects if opening fails; the next call tries again. */
  get(): Promise<T>;
  readonly opened: T | undefined;
  /** Closes the resource, even if it is still being opened. Afterwards `get` rejects. */
  close(): Promise<void>;
}

export function createSharedResource<T extends { close(): Promise<void> }>(
  open: () => Promise<T>,
): SharedResource<T> {
  let opened: T | undefined;
  let opening: Promise<T> | undefined;
  let isClosed = false;

  async function openUnlessClosed(): Promise<T> {
    try {
      const made = await open();
      if (!isClosed) return (opened = made);
      await made.close();
    } finally {
      opening = undefined;
    }
    throw createCatalogClosedError();
  }

  return {
    async get() {
      if (isClosed) throw createCatalogClosedError();
      return opened ?? (opening ??= openUnlessClosed());
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

function createCatalogClosedError(): CatalogError {
  const message = 'the agent was removed from the catalog: see the list of agents';
  return new CatalogError('closed', message);
}
