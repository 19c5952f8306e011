import { DENIAL_TEXT } from '@timestep-ai/timestep/view';
import { ArgumentList } from '../arguments/argument-list.tsx';
import { ExactText } from '../arguments/exact-text.tsx';
import { Button } from '../controls/button.tsx';
import { UnseenNote } from '../conversation/unseen-note.tsx';
import { useSeenEnd } from '../conversation/use-seen-end.ts';
import type { AppRequest } from './use-app-host.ts';

interface AppRequestCardProps {
  readonly request: AppRequest;
  readonly onDecide: (isAllowed: boolean) => void;
}

/**
 * What an app asks of the user: a call of a tool, or a link. It can be allowed only after all of it was on the
 * screen, with hidden characters as escapes, because the app has written it.
 */
export function AppRequestCard({ request, onDecide }: AppRequestCardProps) {
  const written = request.kind === 'call' ? JSON.stringify(request.given) : request.url;
  const { unseen, box, look } = useSeenEnd<HTMLDivElement>(written);
  return (
    <div role="alert" className="border-b border-line bg-surface p-3 text-sm">
      <div
        ref={box}
        role="group"
        aria-label="What the app wants to do"
        tabIndex={0}
        className="max-h-96 overflow-y-auto"
        onScroll={look}
      >
        <p className="mb-1">
          The app asks to {request.kind}{' '}
          <bdi dir="ltr" className="font-mono break-all [unicode-bidi:bidi-override]">
            <ExactText text={request.kind === 'call' ? request.tool : request.url} />
          </bdi>{' '}
          {request.kind === 'call' ? 'with' : 'in a new window.'}
        </p>
        {request.kind === 'call' && <ArgumentList written={written} onShow={look} />}
      </div>
      {request.kind === 'call' && request.why !== undefined && (
        <p className="mt-1 text-muted">Approval is required because {request.why}.</p>
      )}
      <UnseenNote unseen={unseen} />
      <div className="mt-2 flex gap-2">
        <Button variant="strong" disabled={unseen !== undefined} onClick={() => onDecide(true)}>
          Allow this once
        </Button>
        <Button onClick={() => onDecide(false)}>{DENIAL_TEXT}</Button>
      </div>
    </div>
  );
}
