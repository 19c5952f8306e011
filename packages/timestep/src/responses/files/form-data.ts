/** One field of a form, or one file in it. */
export interface FormPart {
  readonly name: string;
  /** Absent where the part is a field. */
  readonly filename?: string;
  /** As the sender says. */
  readonly mediaType?: string;
  readonly content: Uint8Array;
}

const MOST_PARTS = 20;
const END_OF_HEAD = '\r\n\r\n';

/** The parts of a form of `multipart/form-data` (RFC 7578); `undefined` where it is none. */
export function formParts(bytes: Uint8Array, contentType: string): FormPart[] | undefined {
  const [, quoted, plain] = /boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined || !/^multipart\/form-data\s*;/i.test(contentType)) return undefined;
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const delimiter = `--${boundary}`;
  const parts: FormPart[] = [];
  let at = body.indexOf(delimiter);
  while (at !== -1 && parts.length <= MOST_PARTS) {
    const begin = at + delimiter.length;
    if (body.toString('latin1', begin, begin + 2) === '--') return parts;
    const headEnd = body.indexOf(END_OF_HEAD, begin);
    const next = headEnd === -1 ? -1 : body.indexOf(`\r\n${delimiter}`, headEnd + 2);
    if (next === -1) return undefined;
    const content = body.subarray(headEnd + END_OF_HEAD.length, next);
    const part = partOf(body.toString('utf8', begin, headEnd), content);
    if (!part) return undefined;
    parts.push(part);
    at = next + 2;
  }
  return undefined;
}

function partOf(head: string, content: Uint8Array): FormPart | undefined {
  const about = /^content-disposition:\s*form-data;(.*)$/im.exec(head)?.[1] ?? '';
  const name = decoded(/(?:^|;)\s*name="([^"]*)"/.exec(about)?.[1]);
  if (name === undefined) return undefined;
  const filename = decoded(/(?:^|;)\s*filename="([^"]*)"/.exec(about)?.[1]);
  const mediaType = /^content-type:\s*(\S+)/im.exec(head)?.[1];
  return {
    name,
    ...(filename !== undefined && { filename }),
    ...(mediaType !== undefined && { mediaType }),
    content,
  };
}

/** Quotes and ends of lines in names are percent-encoded (HTML, section 4.10.21.8). */
function decoded(value: string | undefined): string | undefined {
  return value?.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');
}
