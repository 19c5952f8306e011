import { chmodSync, renameSync, linkSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { getErrorCode } from './file-reader.ts';
import { requireVersion } from './file-version.ts';

export async function writeDurably(
  file: string,
  contents: string | Uint8Array,
  mode: number | undefined,
): Promise<void> {
  const handle = await open(file, 'wx', mode ?? 0o666);
  try {
    await handle.writeFile(contents);
    await handle.sync();
  } finally {
    await handle.close();
  }
  // The file's permissions are set again, because the umask of the process may remove some.
  if (mode !== undefined) chmodSync(file, mode);
}

export function replaceFile(temporary: string, file: string, isNew: boolean): void {
  if (!isNew) return renameSync(temporary, file);
  try {
    linkSync(temporary, file);
  } catch (thrown) {
    if (getErrorCode(thrown) === 'EEXIST') requireVersion(file, '', undefined);
    // Some file systems have no hard links.
    renameSync(temporary, file);
  }
}

export async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (thrown) {
    const cannot = ['EPERM', 'EISDIR', 'EINVAL', 'EACCES', 'ENOTSUP'];
    if (!cannot.includes(getErrorCode(thrown) ?? '')) throw thrown;
  }
}
