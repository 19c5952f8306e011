import { useEffect, useState } from 'react';
import type { ViewFile } from '@timestep-ai/timestep/view';
import { blobOf, isPicture } from './file-blob.ts';

/** Files that were said or given: pictures are shown, the rest can be kept. Nothing is fetched for it. */
export function FileList({ files = [] }: { readonly files?: readonly ViewFile[] | undefined }) {
  if (files.length === 0) return null;
  return (
    <ul aria-label="Files" className="mt-1 flex flex-wrap items-end gap-2">
      {files.map((file, index) => (
        <li key={`${index} ${file.name}`} className="max-w-full">
          <OneFile file={file} />
        </li>
      ))}
    </ul>
  );
}

function OneFile({ file }: { readonly file: ViewFile }) {
  const { name, url } = file;
  const address = useBlobAddress(file);
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
      {isPicture(file) && (
        <img className="mb-1 max-h-64 max-w-full rounded-md" src={address} alt="" />
      )}
      {name}
    </a>
  );
}

/** An address within the page for what a data URL holds. */
function useBlobAddress(file: ViewFile): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const blob = blobOf(file);
    const made = blob && URL.createObjectURL(blob);
    setAddress(made);
    return () => {
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [file]);
  return address;
}
