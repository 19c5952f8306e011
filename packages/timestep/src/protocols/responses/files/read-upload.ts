import { omitUndefined } from '#core';
import {
  createInvalidValueError,
  createMissingFieldError,
  ResponsesError,
} from '../wire/responses-error.ts';
import { parseFormData, type FormPart } from './form-data.ts';
import { resolveMediaType } from './media-type.ts';

export interface Upload {
  readonly filename: string;
  readonly mediaType: string;
  readonly purpose: string;
  readonly content: Uint8Array;
  /** Seconds until the file is deleted. Undefined: never. */
  readonly expiresAfter?: number;
}

const PURPOSES = ['assistants', 'batch', 'evals', 'fine-tune', 'user_data', 'vision'];

const LONGEST_NAME = 255;
const HOUR = 3600;
const MONTH = 30 * 24 * HOUR;

export function readUpload(bytes: Uint8Array, contentType: string | null): Upload {
  const parts = parseFormData(bytes, contentType ?? '');
  if (!parts)
    throw createInvalidValueError(
      'body',
      'must be a form: use the content type multipart/form-data',
    );
  const file = parts.find(({ name }) => name === 'file');
  if (!file) throw createMissingFieldError('file', 'add the file to the form');
  const { filename, mediaType, content } = file;
  if (filename === undefined)
    throw new ResponsesError(400, 'invalid_type', 'file must be a file, not a string', 'file');
  const purpose = readFormField(parts, 'purpose');
  if (purpose === undefined)
    throw createMissingFieldError('purpose', `set one of ${PURPOSES.join(', ')}`);
  if (!PURPOSES.includes(purpose)) {
    throw createInvalidValueError('purpose', `must be one of ${PURPOSES.join(', ')}`);
  }
  return {
    filename: filename.slice(-LONGEST_NAME),
    mediaType: resolveMediaType(filename, mediaType),
    purpose,
    content,
    ...omitUndefined({ expiresAfter: readExpirySeconds(parts) }),
  };
}

function readFormField(parts: readonly FormPart[], name: string): string | undefined {
  const part = parts.find((one) => one.name === name && one.filename === undefined);
  return part && new TextDecoder().decode(part.content);
}

function readExpirySeconds(parts: readonly FormPart[]): number | undefined {
  const anchor = readFormField(parts, 'expires_after[anchor]');
  const seconds = readFormField(parts, 'expires_after[seconds]');
  if (anchor === undefined && seconds === undefined) return undefined;
  if (anchor !== 'created_at')
    throw createInvalidValueError('expires_after.anchor', 'must be "created_at"');
  const count = seconds !== undefined && /^\d{1,9}$/.test(seconds) ? Number(seconds) : 0;
  if (count >= HOUR && count <= MONTH) return count;
  const problem = `must be a whole number of seconds from ${HOUR} to ${MONTH}`;
  throw createInvalidValueError('expires_after.seconds', problem);
}
