import type { ContentPart, JsonObject, UserMessage } from '../../core/index.ts';
import type { WirePart } from './wire.ts';

/** The content of a user message as parts; the inverse of `partsToContent`. */
export function contentToParts(content: UserMessage['content']): readonly WirePart[] {
  return typeof content === 'string' ? [{ text: content }] : content.map(partOf);
}

function partOf(part: ContentPart): WirePart {
  switch (part.type) {
    case 'text':
      return { text: part.text, ...remarksOf(part) };
    case 'data':
      return { data: part.data, mediaType: 'application/json', ...remarksOf(part) };
    case 'image_url': {
      const { url } = part.image_url;
      return { ...(embedded(url) ?? { url, mediaType: 'image/*' }), ...remarksOf(part) };
    }
    case 'file': {
      const { url } = part.file;
      return { ...(embedded(url) ?? { url }), ...remarksOf({ ...part.file, ...part }) };
    }
  }
}

function remarksOf(said: {
  readonly filename?: string;
  readonly media_type?: string;
  readonly metadata?: JsonObject;
}): Pick<WirePart, 'filename' | 'mediaType' | 'metadata'> {
  const { filename, media_type: mediaType, metadata } = said;
  return {
    ...(filename !== undefined && { filename }),
    ...(mediaType !== undefined && { mediaType }),
    ...(metadata && { metadata }),
  };
}

/** The part for the content inside a data URL. */
function embedded(url: string): WirePart | undefined {
  const comma = url.indexOf(',');
  if (!url.startsWith('data:') || comma === -1) return undefined;
  const [mediaType = '', ...parameters] = url.slice('data:'.length, comma).split(';');
  if (parameters.at(-1) !== 'base64') return undefined;
  return { raw: url.slice(comma + 1), ...(mediaType !== '' && { mediaType }) };
}
