import { Markdown } from './markdown.tsx';

export const title = 'Formatted text';

const TABLE = '| City | °C |\n|---|---|\n| Oakland | 17 |';

export const states = {
  text: <Markdown text={'It is **sunny** in Oakland.\n\n1. Take a hat.\n2. `walk()`'} />,
  table: <Markdown text={TABLE} />,
  hostile: (
    <Markdown
      text={'<img src=x onerror=alert(1)> ![x](https://example.invalid/a.png) [go](javascript:1)'}
    />
  ),
};
