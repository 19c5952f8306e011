import { DENIAL_TEXT } from '@timestep-ai/timestep/view';
import { Button } from '../controls/button.tsx';
import { JsonView } from '../values/json-view.tsx';
import type { AppWish } from './use-app-host.ts';

interface AppWishCardProps {
  readonly wish: AppWish;
  readonly onDecide: (isAllowed: boolean) => void;
}

/** What an app asks of the user: a call of a tool, or a link. */
export function AppWishCard({ wish, onDecide }: AppWishCardProps) {
  return (
    <div role="alert" className="border-b border-line bg-surface p-3 text-sm">
      {wish.kind === 'call' ? (
        <>
          <p>
            The app asks to call <bdi className="font-mono">{wish.tool}</bdi> with
          </p>
          <JsonView value={wish.given} label={`Arguments of the app for ${wish.tool}`} />
          {wish.why !== undefined && (
            <p className="mt-1 text-muted">Approval is required because {wish.why}.</p>
          )}
        </>
      ) : (
        <p>
          The app asks to open <bdi className="font-mono break-all">{wish.url}</bdi> in a new
          window.
        </p>
      )}
      <div className="mt-2 flex gap-2">
        <Button variant="strong" onClick={() => onDecide(true)}>
          Allow this once
        </Button>
        <Button onClick={() => onDecide(false)}>{DENIAL_TEXT}</Button>
      </div>
    </div>
  );
}
