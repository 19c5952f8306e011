import { omitUndefined } from '#core';

/** A part of form data: a plain field or a file. */
export interface FormPart {
  readonly name: string;
  /** Name of the file. Undefined if the part is a plain field. */
  readonly filename?: string;
  readonly mediaType?: string;
  readonly content: Uint8Array;
}

const MAX_PARTS = 20;
const END_OF_HEAD = '\r\n\r\n';

/** Parses `multipart/form-data` (RFC 7578). Undefined if it is not valid. */
export function parseFormData(bytes: Uint8Array, contentType: string): FormPart[] | undefined {
  const [, quoted, plain] = /boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined || !/^multipart\/form-data\s*;/i.test(contentType)) return undefined;
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const delimiter = `--${boundary}`;
  const parts: FormPart[] = [];
  let at = body.indexOf(delimiter);
  while (at !== -1 && parts.length <= MAX_PARTS) {
    const begin = at + delimiter.length;
    if (body.toString('latin1', begin, begin + 2) === '--') return parts;
    const headEnd = body.indexOf(END_OF_HEAD, begin);
    const next = headEnd === -1 ? -1 : body.indexOf(`\r\n${delimiter}`, headEnd + 2);
    if (next === -1) return undefined;
    const content = body.subarray(headEnd + END_OF_HEAD.length, next);
    const part = parseFormPart(body.toString('utf8', begin, headEnd), content);
    if (!part) return undefined;
    parts.push(part);
    at = next + 2;
  }
  return undefined;
}

function parseFormPart(head: string, content: Uint8Array): FormPart | undefined {
  const about = /^content-disposition:\s*form-data;(.*)$/im.exec(head)?.[1] ?? '';
  const name = decodeFormPartName(/(?:^|;)\s*name="([^"]*)"/.exec(about)?.[1]);
  if (name === undefined) return undefined;
  const filename = decodeFormPartName(/(?:^|;)\s*filename="([^"]*)"/.exec(about)?.[1]);
  const mediaType = /^content-type:\s*(\S+)/im.exec(head)?.[1];
  return { name, ...omitUndefined({ filename, mediaType }), content };
}

/** Decodes the escaped quotes and line breaks of a name (HTML, section 4.10.21.8). */
function decodeFormPartName(value: string | undefined): string | undefined {
  return value?.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');
}
