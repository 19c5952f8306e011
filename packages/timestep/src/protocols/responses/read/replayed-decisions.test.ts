import { describe, expect, it } from 'vitest';
import type { Item } from '../wire/response-item.ts';
import { findDecisionsAtEnd, removeApprovalDecisions } from './transcript-at-end.ts';

function said(role: 'user' | 'assistant', id: string): Item {
  return { id, type: 'message', status: 'completed', role, content: [] };
}

function request(id: string): Item {
  return { id, type: 'mcp_approval_request', server_label: 's', name: 'pay', arguments: '{}' };
}

function decision(about: string): Item {
  const answer = { approval_request_id: about, approve: true, reason: null };
  return { id: `d_${about}`, type: 'mcp_approval_response', ...answer };
}

const user = said('user', 'u');

function idsOf(items: readonly Item[]): readonly string[] | undefined {
  return findDecisionsAtEnd(items)?.items.map(({ id }) => id);
}

describe('findDecisionsAtEnd', () => {
  it.each<[string, readonly Item[], readonly string[] | undefined]>([
    ['after what they answer', [user, request('r'), decision('r')], ['d_r']],
    ['alone', [decision('r')], ['d_r']],
    [
      'about several calls, with words after them',
      [user, request('r'), decision('r'), request('s'), decision('s'), said('user', 'v')],
      ['d_r', 'd_s', 'v'],
    ],
    [
      'after earlier ones',
      [user, request('r'), decision('r'), said('assistant', 'a'), request('s'), decision('s')],
      ['d_s'],
    ],
    ['that are past', [request('r'), decision('r'), said('assistant', 'a'), user], undefined],
    ['that are none', [user], undefined],
  ])('finds decisions %s', (_where, items, expected) => {
    expect(idsOf(items)).toEqual(expected);
  });
});

it('removeApprovalDecisions leaves the rest of the past', () => {
  expect(removeApprovalDecisions([user, decision('r')])).toEqual([user]);
});
