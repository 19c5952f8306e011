import type {
  LanguageModelV4FilePart,
  LanguageModelV4Prompt,
  LanguageModelV4TextPart,
} from '@ai-sdk/provider';
import { readImageSize } from './image-size.ts';
import type { MediaLimits } from './limits.ts';

/**
 * Replaces files that a provider does not accept by a text that says so. If there are too many
 * files, the newest are sent.
 */
export function replaceUnacceptedFiles(
  prompt: LanguageModelV4Prompt,
  limits: MediaLimits,
): LanguageModelV4Prompt {
  if (!prompt.some(isUserMessageWithFiles)) return prompt;
  const counted = { images: 0, documents: 0, bytes: 0 };
  const images = limits.sideOfMany ? countImages(prompt) : 0;
  const { sideOfMany } = limits;
  const side = sideOfMany && images > sideOfMany.images ? sideOfMany.side : limits.side;
  return prompt
    .toReversed()
    .map((message) => {
      if (message.role !== 'user' || !isUserMessageWithFiles(message)) return message;
      const content = message.content
        .toReversed()
        .map((part) =>
          part.type === 'file' ? fitFileToLimits(part, { ...limits, side }, counted) : part,
        )
        .toReversed();
      const needsText = limits.documentsNeedText && content.every(({ type }) => type === 'file');
      return { ...message, content: needsText ? [SEE_FILES, ...content] : content };
    })
    .toReversed();
}

const SEE_FILES = { type: 'text', text: 'See the attached files.' } as const;

type PromptMessage = LanguageModelV4Prompt[number];

function isUserMessageWithFiles(message: PromptMessage): boolean {
  return message.role === 'user' && message.content.some(({ type }) => type === 'file');
}

function countImages(prompt: LanguageModelV4Prompt): number {
  let images = 0;
  for (const message of prompt) {
    if (message.role !== 'user') continue;
    for (const part of message.content) if (part.type === 'file' && isImage(part)) images += 1;
  }
  return images;
}

function isImage({ mediaType }: LanguageModelV4FilePart): boolean {
  return mediaType.startsWith('image/');
}

/** Numbers and sizes of the files in a request so far. */
interface MediaCounts {
  images: number;
  documents: number;
  bytes: number;
}

type FittedLimits = Omit<MediaLimits, 'side'> & { readonly side: number | undefined };

function fitFileToLimits(
  part: LanguageModelV4FilePart,
  limits: FittedLimits,
  counted: MediaCounts,
): LanguageModelV4FilePart | LanguageModelV4TextPart {
  const problem = countFileOrFindProblem(part, limits, counted);
  if (problem === undefined) return part;
  const name = part.filename === undefined ? '' : ` ${part.filename}`;
  const kind = isImage(part) ? 'image' : 'file';
  return { type: 'text', text: `(the ${kind}${name} was left out here: ${problem})` };
}

const WEB: readonly string[] = ['http:', 'https:'];

/** Returns why a file cannot be sent. If it can, adds it to `counted`. */
function countFileOrFindProblem(
  part: LanguageModelV4FilePart,
  limits: FittedLimits,
  counted: MediaCounts,
): string | undefined {
  const { mediaType, data } = part;
  const kind = isImage(part) ? 'images' : 'documents';
  const { schemes = WEB } = limits;
  if (data.type === 'url' && !schemes.includes(data.url.protocol))
    return `the model provider does not fetch files from such addresses: ${data.url.href}`;
  if (data.type === 'url' && limits.needsExactTypes && mediaType.endsWith('/*'))
    return `its media type is unknown, and the model provider requires it: ${data.url.href}`;
  if (limits.types?.some((type) => includesType(type, mediaType)) === false)
    return `the model provider does not accept files of the type ${mediaType}`;
  const most = limits[kind] ?? Infinity;
  if (counted[kind] >= most) return `the model provider accepts ${most} ${kind} in one request`;
  const base64 = data.type === 'data' && typeof data.data === 'string' ? data.data : '';
  const bytes = Math.floor(base64.length * 0.75);
  const mostBytes = (kind === 'images' ? limits.imageBytes : limits.documentBytes) ?? Infinity;
  if (bytes > mostBytes) return `its ${bytes} bytes are more than the model provider accepts`;
  if (counted.bytes + bytes > (limits.bytes ?? Infinity))
    return 'all files together are larger than the model provider accepts';
  const size = limits.side !== undefined && kind === 'images' ? readImageSize(base64) : undefined;
  if (size && Math.max(size.width, size.height) > (limits.side ?? Infinity))
    return `its ${size.width} × ${size.height} pixels are more than the model provider accepts`;
  counted[kind] += 1;
  counted.bytes += bytes;
  return undefined;
}

/**
 * A file of the type `image/*` has an unknown image type, which every accepted image type matches.
 */
function includesType(accepted: string, type: string): boolean {
  if (accepted === type) return true;
  const [kind = '', exact] = type.split('/', 2);
  return accepted === `${kind}/*` || (exact === '*' && accepted.startsWith(`${kind}/`));
}
