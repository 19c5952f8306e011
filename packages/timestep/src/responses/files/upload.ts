import { invalidValue, missing, wrongType } from '../wire/responses-error.ts';
import { formParts, type FormPart } from './form-data.ts';
import { mediaTypeOf } from './media-type.ts';

/** An upload as a form has it, checked. */
export interface Upload {
  readonly filename: string;
  readonly mediaType: string;
  readonly purpose: string;
  readonly content: Uint8Array;
  /** Seconds after which the file is deleted; absent: never. */
  readonly expiresAfter?: number;
}

/** What the API knows that files are for. */
const PURPOSES: readonly string[] = [
  'assistants',
  'batch',
  'evals',
  'fine-tune',
  'user_data',
  'vision',
];

const LONGEST_NAME = 255;
const HOUR = 3600;
const MONTH = 30 * 24 * HOUR;

/** Reads a form of `multipart/form-data`. Throws `ResponsesError` for what is not an upload. */
export function readUpload(bytes: Uint8Array, contentType: string | null): Upload {
  const parts = formParts(bytes, contentType ?? '');
  if (!parts) throw invalidValue('body', 'must be a form: send it as multipart/form-data');
  const file = parts.find(({ name }) => name === 'file');
  if (!file) throw missing('file', 'put the file into the form');
  const { filename, mediaType, content } = file;
  if (filename === undefined) throw wrongType('file', 'a file', '');
  const purpose = textIn(parts, 'purpose');
  if (purpose === undefined) throw missing('purpose', `say one of ${PURPOSES.join(', ')}`);
  if (!PURPOSES.includes(purpose)) {
    throw invalidValue('purpose', `must be one of ${PURPOSES.join(', ')}`);
  }
  const expiresAfter = expiryIn(parts);
  return {
    filename: filename.slice(-LONGEST_NAME),
    mediaType: mediaTypeOf(filename, mediaType),
    purpose,
    content,
    ...(expiresAfter !== undefined && { expiresAfter }),
  };
}

function textIn(parts: readonly FormPart[], name: string): string | undefined {
  const part = parts.find((one) => one.name === name && one.filename === undefined);
  return part && new TextDecoder().decode(part.content);
}

function expiryIn(parts: readonly FormPart[]): number | undefined {
  const anchor = textIn(parts, 'expires_after[anchor]');
  const seconds = textIn(parts, 'expires_after[seconds]');
  if (anchor === undefined && seconds === undefined) return undefined;
  if (anchor !== 'created_at') throw invalidValue('expires_after.anchor', 'must be "created_at"');
  const count = seconds !== undefined && /^\d{1,9}$/.test(seconds) ? Number(seconds) : 0;
  if (count >= HOUR && count <= MONTH) return count;
  const problem = `must be a whole number of seconds from ${HOUR} to ${MONTH}`;
  throw invalidValue('expires_after.seconds', problem);
}
