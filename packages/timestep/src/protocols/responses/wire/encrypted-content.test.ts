import { describe, expect, it } from 'vitest';
import { encryptContent, decryptContent, type ContentBinding } from './encrypted-content.ts';

const SEAL: ContentBinding = {
  stateKey: Buffer.alloc(32, 1),
  principal: 'ann',
  kind: 'compaction',
};
const NONCE = Buffer.alloc(12, 7);

describe('a sealed text', () => {
  it.each(['', 'We launch on Tuesday.', 'Grüße, 世界\n"quoted"'])('is given back: %j', (text) => {
    expect(decryptContent(encryptContent(text, SEAL, NONCE), SEAL)).toBe(text);
  });

  it('cannot be read by those who only have it', () => {
    const content = encryptContent('We launch on Tuesday.', SEAL, NONCE);
    const bytes = Buffer.from(content.slice(content.indexOf('.') + 1), 'base64url');
    expect(bytes.includes('Tuesday')).toBe(false);
  });

  it.each<[string, Partial<ContentBinding>]>([
    ['another principal', { principal: 'bob' }],
    ['another store', { stateKey: Buffer.alloc(32, 2) }],
    ['another use', { kind: 'reasoning' }],
  ])('is none for %s', (_what, change) => {
    expect(
      decryptContent(encryptContent('secret', SEAL, NONCE), { ...SEAL, ...change }),
    ).toBeUndefined();
  });

  it('is none where any byte of it was changed', () => {
    const content = encryptContent('secret', SEAL, NONCE);
    const mark = content.slice(0, content.indexOf('.') + 1);
    const bytes = Buffer.from(content.slice(mark.length), 'base64url');
    for (const at of bytes.keys()) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8((bytes.readUInt8(at) + 1) % 256, at);
      expect(decryptContent(mark + changed.toString('base64url'), SEAL)).toBeUndefined();
    }
  });

  it.each(['gAAAAABpM0Yj', 'timestep1.V2U', 'timestep2.', 'timestep2.AAAA'])(
    'is not %j',
    (content) => {
      expect(decryptContent(content, SEAL)).toBeUndefined();
    },
  );
});
