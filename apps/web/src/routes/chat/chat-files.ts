import type { ConversationFile } from '@timestep-ai/timestep/view';

/** Bytes of all files of one message: a server takes bodies of 4 MiB, and base64 makes a third more. */
const MOST_BYTES = 3_000_000;

/** Why files cannot be sent, in a sentence; `undefined` where they can. */
export function filesProblem(files: readonly { readonly size: number }[]): string | undefined {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return bytes > MOST_BYTES
    ? `The files are ${(bytes / 1e6).toFixed(1)} MB together: send at most ${MOST_BYTES / 1e6} MB at a time.`
    : undefined;
}

/** A file as it is sent. */
export function chatFile(file: File): Promise<ConversationFile> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('error', () => reject(new Error(`${file.name} cannot be read`)));
    reader.addEventListener('load', () => {
      const url = typeof reader.result === 'string' ? reader.result : '';
      const [, data = ''] = url.split(',', 2);
      const mediaType = file.type.split(';', 1)[0] || 'application/octet-stream';
      resolve({ name: file.name, mediaType, data });
    });
    reader.readAsDataURL(file);
  });
}
