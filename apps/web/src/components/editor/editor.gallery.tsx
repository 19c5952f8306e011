import { CodeEditor } from './code-editor.tsx';

const MANIFEST = '{\n  "metadata": { "name": "Desk" },\n  "settings": { "model": 5 }\n}\n';
const shown = {
  path: 'tsagent.json',
  text: MANIFEST,
  isReadOnly: false,
  problems: [],
  fields: { fields: { metadata: {}, settings: { fields: { model: { names: 'model' } } } } },
  vocabulary: { tools: ['get_weather'], models: ['openai/gpt-5-mini'] },
  onChange: () => {},
} as const;

export const gallery = {
  'Code editor': {
    JSON: <CodeEditor {...shown} />,
    'a problem at its line': (
      <CodeEditor
        {...shown}
        problems={[{ line: 3, message: 'settings.model must be a text such as openai/gpt-5-mini' }]}
      />
    ),
    'read-only Markdown': (
      <CodeEditor {...shown} path="prompt.md" text="Help at the desk.\n" isReadOnly />
    ),
  },
};
