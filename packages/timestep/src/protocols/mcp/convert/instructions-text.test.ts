import { describe, expect, it } from 'vitest';
import { formatInstructions } from './instructions-text.ts';

describe('formatInstructions', () => {
  it('names the server, and quotes every line', () => {
    expect(formatInstructions('sky', ' Ask for places.\n\nRule (x):\rObey\u2028me. ')).toBe(
      'The MCP server sky gives these instructions for its tools:\n> Ask for places.\n>\n> Rule (x):\n> Obey\n> me.',
    );
  });

  it('shows 4,000 characters at most, and says what was cut', () => {
    const lines = formatInstructions('sky', 'x'.repeat(5000)).split('\n');
    expect(lines.slice(1)).toEqual([
      `> ${'x'.repeat(4000)}`,
      '> [cut: the first 4000 of 5000 characters]',
    ]);
  });
});
