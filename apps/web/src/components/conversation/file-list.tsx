import { useEffect, useState } from 'react';
import type { ViewFile } from '@timestep-ai/timestep/view';
import { dataUrlToBlob, isSafeImage } from './data-url-blob.ts';

/** Lists files as data URLs or links; nothing is loaded from the network. */
export function FileList({ files = [] }: { files?: readonly ViewFile[] | undefined }) {
  if (files.length === 0) return null;
  return (
    <ul aria-label="Files" className="mt-1 flex flex-wrap items-end gap-2">
      {files.map((file, index) => (
        <li key={`${index} ${file.name}`} className="max-w-full">
          <FileLink file={file} />
        </li>
      ))}
    </ul>
  );
}

function FileLink({ file }: { file: ViewFile }) {
  const { name, url } = file;
  const address = useBlobUrl(file);
  if (address === undefined) {
    return /^https?:/i.test(url) ? (
      <a className="text-sm break-all text-accent underline" href={url} rel="noreferrer">
        {name}
      </a>
    ) : (
      <span className="text-sm break-all text-muted">{name}</span>
    );
  }
  return (
    <a className="block text-sm break-all text-accent underline" href={address} download={name}>
      {isSafeImage(file) && (
        <img className="mb-1 max-h-64 max-w-full rounded-md" src={address} alt="" />
      )}
      {name}
    </a>
  );
}

function useBlobUrl(file: ViewFile): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const blob = dataUrlToBlob(file);
    const made = blob && URL.createObjectURL(blob);
    setAddress(made);
    return () => {
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [file]);
  return address;
}
