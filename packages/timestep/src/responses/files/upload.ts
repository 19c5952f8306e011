import { invalidValue, missing, wrongType } from '../wire/responses-error.ts';
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
export async function readUpload(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string | null,
): Promise<Upload> {
  const form = await formIn(bytes, contentType ?? '');
  if (!form) throw invalidValue('body', 'must be a form: send it as multipart/form-data');
  const file = form.get('file');
  if (file === null) throw missing('file', 'put the file into the form');
  if (typeof file === 'string') throw wrongType('file', 'a file', '');
  const purpose = textIn(form, 'purpose');
  if (purpose === undefined) throw missing('purpose', `say one of ${PURPOSES.join(', ')}`);
  if (!PURPOSES.includes(purpose)) {
    throw invalidValue('purpose', `must be one of ${PURPOSES.join(', ')}`);
  }
  const expiresAfter = expiryIn(form);
  return {
    filename: file.name.slice(-LONGEST_NAME),
    mediaType: mediaTypeOf(file.name, file.type),
    purpose,
    content: new Uint8Array(await file.arrayBuffer()),
    ...(expiresAfter !== undefined && { expiresAfter }),
  };
}

/** The form in a body (RFC 7578); `undefined` where the body is none. */
async function formIn(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
): Promise<FormData | undefined> {
  if (!/^multipart\/form-data\s*;/i.test(contentType)) return undefined;
  try {
    return await new Response(bytes, { headers: { 'content-type': contentType } }).formData();
  } catch {
    return undefined;
  }
}

function textIn(form: FormData, name: string): string | undefined {
  const value = form.get(name);
  return typeof value === 'string' ? value : undefined;
}

function expiryIn(form: FormData): number | undefined {
  const anchor = textIn(form, 'expires_after[anchor]');
  const seconds = textIn(form, 'expires_after[seconds]');
  if (anchor === undefined && seconds === undefined) return undefined;
  if (anchor !== 'created_at') throw invalidValue('expires_after.anchor', 'must be "created_at"');
  const count = seconds !== undefined && /^\d{1,9}$/.test(seconds) ? Number(seconds) : 0;
  if (count >= HOUR && count <= MONTH) return count;
  const problem = `must be a whole number of seconds from ${HOUR} to ${MONTH}`;
  throw invalidValue('expires_after.seconds', problem);
}
