import { chmodSync, renameSync, linkSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { requireVersion } from './file-version.ts';
import { getErrorCode } from './paths-below.ts';

export async function createFileDurably(
  file: string,
  contents: string | Uint8Array,
  mode: number | undefined,
): Promise<void> {
  {
    await using handle = await open(file, 'wx', mode ?? 0o666);
    await handle.writeFile(contents);
    await handle.sync();
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
    // Some file systems have no hard links, so the temporary file is renamed.
    renameSync(temporary, file);
  }
}

export async function syncFolder(folder: string): Promise<void> {
  try {
    await using handle = await open(folder, 'r');
    await handle.sync();
  } catch (thrown) {
    const cannot = ['EPERM', 'EISDIR', 'EINVAL', 'EACCES', 'ENOTSUP'];
    if (!cannot.includes(getErrorCode(thrown) ?? '')) throw thrown;
  }
}
