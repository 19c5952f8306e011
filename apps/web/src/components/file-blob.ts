import type { ViewFile } from '@timestep-ai/timestep/view';

/** Pictures without scripts or styles of their own. */
const PICTURES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

export function isPicture({ mediaType }: ViewFile): boolean {
  return PICTURES.includes(mediaType);
}

/**
 * What the data URL of a file holds; `undefined` for any other URL. Only a picture keeps its type, so that no
 * other content runs in the page's origin.
 */
export function blobOf(file: ViewFile): Blob | undefined {
  const [, isBase64, data] = /^data:[^,;]*(?:;[^,;]*)*?(;base64)?,(.*)$/s.exec(file.url) ?? [];
  if (data === undefined) return undefined;
  const type = isPicture(file) ? file.mediaType : 'application/octet-stream';
  try {
    const text = isBase64 === undefined ? decodeURIComponent(data) : atob(data);
    const bytes =
      isBase64 === undefined
        ? new TextEncoder().encode(text)
        : Uint8Array.from(text, (character) => character.codePointAt(0) ?? 0);
    return new Blob([bytes], { type });
  } catch {
    return undefined;
  }
}
