import { readFile, stat } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { trimTrailing, type ContentPart, type UserMessage } from '#core';
import { CommandError } from '../../command-error.ts';
import { formatError } from '../../output/format-error.ts';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.pdf': 'application/pdf',
};

/** Maximum bytes of a picture or PDF, and of a text, which becomes a part of the prompt as a whole. */
const MAX_MEDIA_BYTES = 5_000_000;
const MAX_TEXT_BYTES = 200_000;

/** Matches a word that begins with `@`. Punctuation at its end may belong to the sentence instead of the path. */
const MENTION = /(?<=^|\s)@(\S+)/g;
const SENTENCE_END = '.,;:!?)]';

/**
 * Builds the message of a text that a user has typed, with the files that it names as `@path`. Other
 * words with `@` are only text. Rejects with `CommandError`.
 */
export async function attachMentionedFiles(
  text: string,
  directory: string,
): Promise<string | UserMessage> {
  const names = new Set([...text.matchAll(MENTION)].map(([, name = '']) => name));
  const parts: ContentPart[] = [];
  for (const name of names) {
    const found =
      (await findAttachableFile(name, directory)) ??
      (await findAttachableFile(trimTrailing(name, SENTENCE_END), directory));
    if (found) parts.push(await readFileAsPart(found));
  }
  return parts.length === 0 ? text : { role: 'user', content: [{ type: 'text', text }, ...parts] };
}

interface FoundFile {
  readonly name: string;
  readonly path: string;
  readonly size: number;
}

async function findAttachableFile(name: string, directory: string): Promise<FoundFile | undefined> {
  if (name === '') return undefined;
  const path = resolve(directory, name);
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() ? { name, path, size: found.size } : undefined;
}

async function readFileAsPart({ name, path, size }: FoundFile): Promise<ContentPart> {
  const mediaType = MEDIA_TYPES[extname(path).toLowerCase()];
  const limit = mediaType === undefined ? MAX_TEXT_BYTES : MAX_MEDIA_BYTES;
  if (size > limit) {
    throw new CommandError(
      'not-attachable',
      `@${name} has ${size} bytes; at most ${limit} can be attached.`,
    );
  }
  const bytes = await readFile(path).catch((thrown: unknown) => {
    throw new CommandError('not-attachable', `@${name} cannot be read: ${formatError(thrown)}`);
  });
  if (mediaType === undefined) {
    if (bytes.includes(0)) {
      throw new CommandError(
        'not-attachable',
        `@${name} cannot be attached: choose a text, a picture or a PDF`,
      );
    }
    return { type: 'text', text: bytes.toString('utf8'), filename: name };
  }
  const url = `data:${mediaType};base64,${bytes.toString('base64')}`;
  if (mediaType.startsWith('image/')) {
    return { type: 'image_url', image_url: { url }, media_type: mediaType, filename: name };
  }
  return { type: 'file', file: { url, filename: name, media_type: mediaType } };
}
