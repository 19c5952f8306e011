import { DiffView } from './diff-view.tsx';

export const title = 'Changes to a file';

export const states = {
  'a replaced line': (
    <DiffView
      path="tsagent.json"
      lines={[
        { kind: 'gap', text: '' },
        { kind: 'same', text: '  "toolEnabled": {' },
        { kind: 'old', text: '    "serverDefault": true' },
        { kind: 'new', text: '    "serverDefault": false' },
        { kind: 'same', text: '  }' },
      ]}
    />
  ),
};
