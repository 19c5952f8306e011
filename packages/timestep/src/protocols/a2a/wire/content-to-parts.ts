import {
  getAcceptedMediaTypes,
  type AssistantMessage,
  type ContentPart,
  omitUndefined,
  type Task,
  type TextPart,
  type UserMessage,
} from '#core';
import { matchesMode } from './media-modes.ts';
import type { WirePart } from './wire-types.ts';

const JSON_TYPE = 'application/json';

/** Converts content to A2A parts; the inverse of `partsToContent`. */
export function contentToParts(content: UserMessage['content']): readonly WirePart[] {
  return typeof content === 'string' ? [{ text: content }] : content.map(contentPartToWire);
}

function contentPartToWire(part: ContentPart): WirePart {
  switch (part.type) {
    case 'text':
      return { text: part.text, ...getWirePartDetails(part) };
    case 'data':
      return { data: part.data, mediaType: JSON_TYPE, ...getWirePartDetails(part) };
    case 'image_url': {
      const { url } = part.image_url;
      return {
        ...(dataUrlToPart(url) ?? { url, mediaType: 'image/*' }),
        ...getWirePartDetails(part),
      };
    }
    case 'file': {
      const { url } = part.file;
      return {
        ...(dataUrlToPart(url) ?? { url }),
        ...getWirePartDetails({ ...part.file, ...part }),
      };
    }
  }
}

function getWirePartDetails(
  details: Pick<TextPart, 'filename' | 'media_type' | 'metadata'>,
): Pick<WirePart, 'filename' | 'mediaType' | 'metadata'> {
  const { filename, media_type: mediaType, metadata } = details;
  return omitUndefined({ filename, mediaType, metadata });
}

function dataUrlToPart(url: string): WirePart | undefined {
  const comma = url.indexOf(',');
  if (!url.startsWith('data:') || comma === -1) return undefined;
  const [mediaType = '', ...parameters] = url.slice('data:'.length, comma).split(';');
  if (parameters.at(-1) !== 'base64') return undefined;
  return { raw: url.slice(comma + 1), ...(mediaType !== '' && { mediaType }) };
}

/** Returns the structured output as a data part (section 6.8). Empty if the caller does not accept JSON. */
export function acceptedOutputToParts(
  task: Task,
  { output }: AssistantMessage,
): readonly WirePart[] {
  if (output === undefined) return [];
  const accepted = getAcceptedMediaTypes(task.origin.metadata);
  const isAccepted = accepted.length === 0 || accepted.some((mode) => matchesMode(mode, JSON_TYPE));
  return isAccepted ? [{ data: output, mediaType: JSON_TYPE }] : [];
}
