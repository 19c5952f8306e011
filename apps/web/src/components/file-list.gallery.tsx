import { FileList } from './file-list.tsx';

export const title = 'Files';

const DOT = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

export const states = {
  picture: <FileList files={[{ name: 'dot.gif', mediaType: 'image/gif', url: DOT }]} />,
  several: (
    <FileList
      files={[
        { name: 'table.csv', mediaType: 'text/csv', url: 'data:text/csv,a%2Cb' },
        { name: 'elsewhere.pdf', mediaType: 'application/pdf', url: 'https://files.example/a.pdf' },
        { name: 'unknown', mediaType: 'text/plain', url: 'ftp://files.example/b' },
      ]}
    />
  ),
};
