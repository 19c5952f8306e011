import type { ViewFile } from '@timestep-ai/timestep/view';

/** Image types that cannot contain scripts or styles. */
const SAFE_IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

export function isSafeImage({ mediaType }: ViewFile): boolean {
  return SAFE_IMAGE_TYPES.includes(mediaType);
}

/** Converts a data URL to a blob. Only images keep their media type, so that no content can run. */
export function dataUrlToBlob(file: ViewFile): Blob | undefined {
  const [, isBase64, data] = /^data:[^,;]*(?:;[^,;]*)*?(;base64)?,(.*)$/s.exec(file.url) ?? [];
  if (data === undefined) return undefined;
  const type = isSafeImage(file) ? file.mediaType : 'application/octet-stream';
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
