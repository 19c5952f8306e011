import { Button } from './button.tsx';

/** An error message, with a retry button if `onRetry` is given. */
export function FailureNotice({
  message,
  onRetry,
}: {
  readonly message: string;
  readonly onRetry?: () => void;
}) {
  return (
    <div role="alert" className="m-4 rounded-md border border-bad p-4">
      <p className="text-bad">{message}</p>
      {onRetry && (
        <Button className="mt-3" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
