import type { ConversationFile } from '@timestep-ai/timestep/view';

/** Maximum total file size in bytes: a server accepts bodies of 4 MiB, and base64 adds a third. */
const MAX_BYTES = 3_000_000;

export function describeFilesProblem(
  files: readonly { readonly size: number }[],
): string | undefined {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return bytes > MAX_BYTES
    ? `The files are too large (${(bytes / 1e6).toFixed(1)} MB): send at most ${MAX_BYTES / 1e6} MB per message.`
    : undefined;
}

export function readConversationFile(file: File): Promise<ConversationFile> {
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
