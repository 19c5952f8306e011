import type { ContentBlock } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { collectAttachments } from './attachments.ts';
import { mcpToToolResult } from './result-from-mcp.ts';

const image = (data: string): ContentBlock => ({ type: 'image', mimeType: 'image/png', data });
const blob = (mimeType: string): ContentBlock => ({
  type: 'resource',
  resource: { uri: 'x://1', mimeType, blob: 'AAAA' },
});

describe('collectAttachments', () => {
  it('shows images, audio and PDFs', () => {
    const audio: ContentBlock = { type: 'audio', mimeType: 'audio/wav', data: 'BBBB' };
    const all = [image('AAAA'), audio, blob('application/pdf'), blob('image/gif')];
    expect(collectAttachments(all).parts).toEqual([
      {
        type: 'image_url',
        image_url: { url: 'data:image/png;base64,AAAA' },
        media_type: 'image/png',
      },
      { type: 'file', file: { url: 'data:audio/wav;base64,BBBB', media_type: 'audio/wav' } },
      {
        type: 'file',
        file: { url: 'data:application/pdf;base64,AAAA', media_type: 'application/pdf' },
      },
      {
        type: 'image_url',
        image_url: { url: 'data:image/gif;base64,AAAA' },
        media_type: 'image/gif',
      },
    ]);
  });

  it('shows no other files, no links, and nothing that is for the user alone', () => {
    const forUser: ContentBlock = { ...image('AAAA'), annotations: { audience: ['user'] } };
    const link: ContentBlock = { type: 'resource_link', uri: 'x://1', name: 'one' };
    const others = [blob('application/zip'), link, forUser, { type: 'text', text: 'x' } as const];
    expect(collectAttachments(others)).toEqual({ parts: [], omitted: new Set() });
  });

  it('shows 5,000,000 characters and 16 parts at most, and says of which there is more', () => {
    const large = image('A'.repeat(4_999_997));
    const { content, attachments } = mcpToToolResult({ content: [large, image('AAAA')] }, 1000);
    expect(attachments).toHaveLength(1);
    expect(content).toBe(
      '[image image/png, 3749997 bytes]\n[image image/png, 3 bytes, too large to be shown]',
    );
    const many = collectAttachments(Array.from({ length: 20 }, () => image('AAAA')));
    expect([many.parts.length, many.omitted.size]).toEqual([16, 4]);
  });
});
