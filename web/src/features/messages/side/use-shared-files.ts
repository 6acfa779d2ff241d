import type { listSharedFiles, SharedFile } from '@afterhours/contract/messages/conversations';
import { useEffect, useRef } from 'react';
import { call } from '#lib/api/client.ts';
import { pageQuery, usePages } from '#lib/lists/use-pages.ts';

const PAGE_SIZE = 12;
/** As many as the server sends at once. */
const MOST = 100;

const fetchFiles = (userId: string, limit: number, cursor: string | null) =>
  call<typeof listSharedFiles>('GET', '/messages/files', {
    query: { userId, ...pageQuery(cursor, limit) },
  });

/**
 * The files of a conversation, newest first. They are reloaded when `version` changes, because files were sent or
 * deleted. `onExpired` loads new URLs for all that are shown, because those of later pages expire soon, too. It
 * resolves to the new version of a file.
 */
export function useSharedFiles(userId: string, version: string) {
  const pages = usePages(
    (cursor, limit) => fetchFiles(userId, limit ?? PAGE_SIZE, cursor),
    ({ _id }) => _id,
  );
  const { items, reload, update } = pages;
  const loadedVersion = useRef(version);
  useEffect(() => {
    if (loadedVersion.current === version) return;
    loadedVersion.current = version;
    reload();
  });
  const onExpired = async ({ _id }: { _id: string }): Promise<SharedFile | undefined> => {
    const loaded: SharedFile[] = [];
    const find = () => loaded.find((file) => file._id === _id);
    let cursor: string | null = null;
    do {
      const response: Awaited<ReturnType<typeof fetchFiles>> = await fetchFiles(userId, MOST, cursor);
      if (!response.ok) break;
      for (const file of response.body) update(file._id, file);
      loaded.push(...response.body);
      cursor = response.nextCursor;
    } while (cursor !== null && (loaded.length < items.length || !find()));
    return find();
  };
  return { ...pages, onExpired };
}
