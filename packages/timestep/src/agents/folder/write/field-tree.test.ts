import { describe, expect, it } from 'vitest';
import type { FieldTree } from '#engine/port';
import { findFileFields } from './field-tree.ts';
import { KNOWN_FIELDS } from '../read/known-fields.ts';

const follow = (path: readonly string[]): FieldTree | undefined =>
  path.reduce<FieldTree | undefined>(
    (tree, name) => tree?.fields?.[name] ?? tree?.each,
    findFileFields('tsagent.json'),
  );

describe('the fields that an editor completes', () => {
  it('are those that are read', () => {
    const read: readonly string[] = [
      ...KNOWN_FIELDS.server.read,
      ...KNOWN_FIELDS.toolSwitches.read,
    ];
    const server = follow(['mcpServers', 'any']);
    expect(Object.keys(server?.fields ?? {}).filter((name) => !read.includes(name))).toEqual([]);
    expect(Object.keys(follow([])?.fields ?? {})).toEqual(KNOWN_FIELDS.manifest.read);
    expect(Object.keys(follow(['metadata'])?.fields ?? {})).toEqual(KNOWN_FIELDS.metadata.read);
  });

  it('have values where a field has few of them', () => {
    expect(follow(['settings', 'toolPermission'])?.values).toEqual(['tool', 'always', 'never']);
    expect(follow(['mcpServers', 'any', 'tools', 'add', 'include'])?.values).toContain('manual');
    expect(follow(['permissions', 'deny', '0'])).toEqual({ names: 'rule' });
  });

  it('are those of the front matter in notes, and of servers in mcp.json', () => {
    expect(Object.keys(findFileFields('rules/tone.mdt')?.fields ?? {})).toContain('include');
    expect(findFileFields('.mcp.json')?.fields?.['mcpServers']?.each?.fields).toHaveProperty('url');
    expect(findFileFields('prompt.md')).toBeUndefined();
  });
});
