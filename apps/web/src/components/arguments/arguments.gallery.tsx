import { ArgumentList } from './argument-list.tsx';
import { CallArgumentsWithEdits } from './call-edit-list.tsx';

const nested = {
  to: ['ann@example.com', 'ben@example.com'],
  subject: 'The order of  this week',
  body: 'Dear Ann,\n\n\tforty crates of pears. \n',
  options: { urgent: true, copies: 2, 'reply to': null, number: '007' },
  tags: [],
};

const edit = {
  file_path: 'src/order.ts',
  old_string: 'const days = 3;\nexport const crates = 30;\n',
  new_string: 'const days = 4;\nexport const crates = 40;\n',
  replace_all: false,
};

export const gallery = {
  'Arguments of a call': {
    none: <ArgumentList written="{}" />,
    nested: <ArgumentList written={JSON.stringify(nested)} />,
    'long, with hidden characters': (
      <ArgumentList
        written={JSON.stringify({ command: `ls \u202e\u00a0\n${'one\n'.repeat(90)}` })}
      />
    ),
    'not JSON': <ArgumentList written={'{"to":'} />,
  },
  'Change of a file in a call': {
    'a replaced part': (
      <CallArgumentsWithEdits call={{ name: 'edit', arguments: JSON.stringify(edit) }} />
    ),
    'a whole file': (
      <CallArgumentsWithEdits
        call={{
          name: 'write_file',
          arguments: JSON.stringify({ path: 'a.md', content: '# Plan\n\nOne.\n' }),
        }}
      />
    ),
  },
};
