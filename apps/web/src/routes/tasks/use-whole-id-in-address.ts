import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Replaces the beginning of a task id in the address by the whole id, once it is known. */
export function useWholeIdInAddress(given: string, wholeId: string | undefined): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (wholeId === undefined || wholeId === given) return;
    const params = { taskId: wholeId };
    void navigate({ to: '/tasks/$taskId', params, search: true, replace: true });
  }, [navigate, given, wholeId]);
}
