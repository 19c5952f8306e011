import { describe, expect, it } from 'vitest';
import { parseFormData } from './form-data.ts';

async function parsed(form: FormData) {
  const sent = new Response(form);
  const type = sent.headers.get('content-type') ?? '';
  return parseFormData(new Uint8Array(await sent.arrayBuffer()), type);
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text.replaceAll('\n', '\r\n'));
}

describe('parseFormData', () => {
  it('reads what others write, names with signs in them as well', async () => {
    const form = new FormData();
    form.append('purpose', 'user_data');
    form.append('file', new File(['a\r\n--b'], 'ä; name="x".md', { type: 'text/markdown' }));
    form.append('empty', '');
    const parts = await parsed(form);
    expect(parts?.map(({ content, ...rest }) => [rest, Buffer.from(content).toString()])).toEqual([
      [{ name: 'purpose' }, 'user_data'],
      [{ name: 'file', filename: 'ä; name="x".md', mediaType: 'text/markdown' }, 'a\r\n--b'],
      [{ name: 'empty' }, ''],
    ]);
  });

  it('takes a boundary in quotes, and what stands before the first part', () => {
    const body = bytesOf(
      'preamble\n--b b\nContent-Disposition: form-data; name="a"\n\n1\n--b b--\nafter',
    );
    const parts = parseFormData(body, 'multipart/form-data; boundary="b b"');
    expect(parts).toMatchObject([{ name: 'a' }]);
  });

  const whole = '--b\nContent-Disposition: form-data; name="a"\n\n1\n--b--\n';

  it.each([
    ['no boundary', whole, 'multipart/form-data'],
    ['another type', whole, 'multipart/mixed; boundary=b'],
    ['another boundary', whole, 'multipart/form-data; boundary=c'],
    ['no end', whole.replace('--b--\n', ''), 'multipart/form-data; boundary=b'],
    ['a head that never ends', '--b\nContent-Disposition: x', 'multipart/form-data; boundary=b'],
    ['a part without a name', whole.replace('name', 'nome'), 'multipart/form-data; boundary=b'],
    ['too many parts', whole.replace('--b--\n', '').repeat(50), 'multipart/form-data; boundary=b'],
    ['nothing', '', 'multipart/form-data; boundary=b'],
  ])('is nothing with %s', (_what, body, type) => {
    expect(parseFormData(bytesOf(body), type)).toBeUndefined();
  });
});
