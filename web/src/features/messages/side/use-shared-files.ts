/** The files of a conversation, newest first. */
import type { listSharedFiles, SharedFile } from '@afterhours/contract/messages/conversations';
import { useCallback, useEffect, useState } from 'react';
import { call } from '#lib/api/client.ts';

const PAGE_SIZE = '12';

type Shared = { files: SharedFile[]; cursor: string | null; status: 'loading' | 'ready' | 'failed'; message: string };

const fetchFiles = (userId: string, cursor?: string) =>
  call<typeof listSharedFiles>('GET', '/messages/files', {
    query: { userId, limit: PAGE_SIZE, ...(cursor ? { cursor } : {}) },
  });

/** Reloads the files when `version` changes, because files were sent or deleted. */
export function useSharedFiles(userId: string, version: string) {
  const [shared, setShared] = useState<Shared>({ files: [], cursor: null, status: 'loading', message: '' });
  const load = useCallback(async (): Promise<SharedFile[]> => {
    const response = await fetchFiles(userId);
    setShared((current) =>
      response.ok
        ? { files: response.body, cursor: response.nextCursor, status: 'ready', message: '' }
        : { ...current, status: 'failed', message: response.message },
    );
    return response.ok ? response.body : [];
  }, [userId]);
  // `version` triggers the reload; its value itself is not used.
  // oxlint-disable-next-line react/exhaustive-deps
  useEffect(() => void load(), [load, version]);

  const more = async () => {
    const { cursor } = shared;
    if (!cursor || shared.status === 'loading') return;
    setShared({ ...shared, status: 'loading' });
    const response = await fetchFiles(userId, cursor);
    setShared((current) => {
      if (!response.ok) return { ...current, status: 'failed', message: response.message };
      return { ...current, files: [...current.files, ...response.body], cursor: response.nextCursor, status: 'ready' };
    });
  };
  const fresh = useCallback(
    async (file: { _id: string }) => (await load()).find(({ _id }) => _id === file._id),
    [load],
  );
  return { ...shared, more: () => void more(), retry: () => void load(), fresh };
}
