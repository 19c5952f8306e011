import { describe, expect, it } from 'vitest';
import { createTestFolder } from '../../folder.fixture.ts';
import { formatProblem } from '../../problem.ts';
import { checkAgents } from '../check-agent.ts';

const fs = { command: 'fs-server' };

/** Returns the problems of a folder with these fields or this text, without the path. */
function findProblems(
  manifest: object | string,
  files: Readonly<Record<string, string | object>> = {},
): string[] {
  const written =
    typeof manifest === 'string'
      ? manifest
      : { metadata: { name: 'x' }, mcpServers: { fs }, ...manifest };
  const path = createTestFolder({ 'tsagent.json': written, ...files });
  return checkAgents(path).flatMap(({ problems }) =>
    problems.map((one) => `${one.severity}: ${formatProblem(one)}`.replaceAll(`${path}/`, '')),
  );
}

function findRuleProblems(permissions: object): string[] {
  return findProblems({ permissions }).map((text) => text.replace(/tsagent\.json:\d+ /, ''));
}

describe('permissions', () => {
  it.each<[string, object, string[]]>([
    ['known names', { deny: ['fs_*'], ask: ['*'], allow: ['fs_read', 'ask_user'] }, []],
    ['a pattern that a name can match', { deny: ['f*:path=/x', '*:**=x', 'fs_re?d'] }, []],
    [
      'a misspelt list',
      { dney: ['fs_*'] },
      ['mistake: permissions.dney is unknown: did you mean deny?'],
    ],
    [
      'a list that does not exist',
      { forbidden: [] },
      ['mistake: permissions.forbidden is unknown: use one of deny, ask, allow'],
    ],
    [
      'a misspelt kind',
      { deny: ['fs_*:path(paht)=/x'] },
      [
        'mistake: permissions.deny[0] is the rule "fs_*:path(paht)=/x", which has "paht", which is not a kind of value: did you mean path?',
      ],
    ],
    [
      'a misspelt access',
      { allow: ['fs_*:path(path:raed)=/x'] },
      [
        'mistake: permissions.allow[0] is the rule "fs_*:path(path:raed)=/x", which has "raed", which is not an access to a path: did you mean read?',
      ],
    ],
    [
      'a misspelt server',
      { deny: ['fs_read', 'fss_write'] },
      [
        'mistake: permissions.deny[1] names the tool fss_write, which the agent does not have: did you mean fs_write?',
      ],
    ],
    [
      'a misspelt built-in tool',
      { ask: ['ask_usr'] },
      [
        'mistake: permissions.ask[0] names the tool ask_usr, which the agent does not have: did you mean ask_user?',
      ],
    ],
    [
      'a tool that a program may add',
      { ask: ['stock_order'] },
      [
        'warning: permissions.ask[0] names the tool stock_order, which the agent does not have: names begin with fs_',
      ],
    ],
    [
      'a rule that is no text',
      { ask: [1, 'fs_*'] },
      ['mistake: permissions.ask[0] must be a string'],
    ],
    ['no list', { ask: 'fs_*' }, ['mistake: permissions.ask must be a list of strings']],
  ])('%s', (_, permissions, problems) => {
    expect(findRuleProblems(permissions)).toEqual(problems);
  });

  it('a misspelt field of the file is a mistake, because its rules would not count', () => {
    expect(findProblems({ permisions: { deny: ['fs_*'] } })).toEqual([
      'mistake: tsagent.json:10 permisions is unknown and would not restrict the agent: did you mean permissions?',
    ]);
  });
});

describe('examples of a rule', () => {
  const rule = 'fs_*:path=/srv/data/*';

  it('that are right are no mistake, and the rule counts', () => {
    const matches = [{ path: '/srv/data/a' }];
    const allow = [{ rule, matches, misses: [{ path: '/srv' }] }, 'fs_list'];
    expect(findRuleProblems({ allow })).toEqual([]);
  });

  it('that are wrong are mistakes with file, line and field', () => {
    const manifest = `{ "metadata": { "name": "x" },
  "mcpServers": { "fs": { "command": "fs-server" } },
  "permissions": {
    "allow": [{
      "rule": "${rule}",
      "matches": [
        { "path": "/srv/data/a" },
        { "path": "/srv/data/%61" }
      ],
      "misses": [{ "path": "/srv/data/b" }]
    }]
  }
}`;
    expect(findProblems(manifest)).toEqual([
      `mistake: tsagent.json:8 permissions.allow[0].matches[1] is not matched by the rule "${rule}", because the path has percent codes`,
      `mistake: tsagent.json:10 permissions.allow[0].misses[0] is matched by the rule "${rule}"`,
    ]);
  });

  it('have fields of their own, of which misspelt ones are mistakes', () => {
    expect(findRuleProblems({ deny: [{ rule, match: [] }, { matches: [] }] })).toEqual([
      'mistake: permissions.deny[0].match is unknown: did you mean matches?',
      'mistake: permissions.deny[1].rule is missing',
    ]);
  });
});

describe('two servers of one name', () => {
  it('are refused in one file, naming both lines', () => {
    const manifest = `{ "metadata": { "name": "x" },
  "mcpServers": {
    "fs": { "command": "one" },
    "\\u0066s": { "command": "other" }
  },
  "settings": { "topP": 1, "topP": 1 }
}`;
    expect(findProblems(manifest)).toEqual([
      'mistake: tsagent.json:4 mcpServers.fs is also in line 3: rename or remove one of them',
    ]);
  });

  it('are refused in two files, naming both', () => {
    expect(findProblems({}, { 'mcp.json': { mcpServers: { fs: { command: 'other' } } } })).toEqual([
      'mistake: mcp.json:3 mcpServers.fs is also a server in tsagent.json:6: rename or remove one of them',
    ]);
  });

  it('and two lists of rules are refused, because the first would not count', () => {
    const manifest = `{ "metadata": { "name": "x" },
  "mcpServers": { "fs": { "command": "one" } },
  "permissions": { "deny": ["fs_*"],
    "deny": [] }
}`;
    expect(findProblems(manifest)).toEqual([
      'mistake: tsagent.json:4 permissions.deny is also in line 3: rename or remove one of them',
    ]);
  });
});
