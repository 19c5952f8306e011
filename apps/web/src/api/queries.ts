import {
  useMutation,
  useQuery,
  type QueryKey,
  type UseMutationOptions,
  type UseQueryOptions,
} from '@tanstack/react-query';
import { getJson, sendJson } from './api-client.ts';

export function useRead<T>(
  queryKey: QueryKey,
  path: string,
  options: Omit<UseQueryOptions<T>, 'queryKey' | 'queryFn'> = {},
) {
  return useQuery<T>({
    queryKey,
    queryFn: ({ signal }) => getJson<T>(path, signal),
    ...options,
  });
}

export function useSend<Body = void, Answer = unknown>(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  options: Omit<UseMutationOptions<Answer, Error, Body>, 'mutationFn'> = {},
) {
  return useMutation<Answer, Error, Body>({
    mutationFn: (body) => sendJson<Answer>(method, path, body),
    ...options,
  });
}
