import { ContextTable } from './context-table.tsx';

export const title = 'Selected context';

export const states = {
  empty: <ContextTable items={[]} />,
  chosen: (
    <ContextTable
      items={[
        { kind: 'rule', name: 'refunds', reason: 'always' },
        { kind: 'tool', name: 'get_weather', reason: 'agent', score: 4.21 },
      ]}
      note="Only keywords were compared."
    />
  ),
};
