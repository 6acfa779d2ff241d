import { useLayoutEffect, useState } from 'react';
import { loadPost } from '#entities/posts/post-commands.ts';
import { isTemporary } from '#lib/api/statuses.ts';
import { type AppThunk, useAppDispatch } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { activityTexts } from './activities-texts.ts';

export type Loaded = { authorId?: string; message: string; gone: boolean };

const askForPost =
  (id: string): AppThunk<Promise<Loaded>> =>
  async (dispatch) => {
    const response = await dispatch(loadPost(id));
    if (!response.ok) {
      // If the id is malformed, the server's message does not say what was not found.
      const message = response.status === 404 ? t(activityTexts.gone) : response.message;
      return { message, gone: !isTemporary(response.status) };
    }
    // A post that has been loaded can still be deleted while the page is open.
    return { authorId: response.body.user_id, message: t(activityTexts.gone), gone: true };
  };

/**
 * Loads the post that a link, a notification or a profile refers to. `loaded` is null until the server has responded.
 */
export function useFirstPost(id: string | undefined): { loaded: Loaded | null; retry: () => void } {
  const dispatch = useAppDispatch();
  const [responses, setResponses] = useState<Record<string, Loaded | null>>({});
  const [keep] = useState(
    () => (wanted: string) => (loaded: Loaded | null) => setResponses((all) => ({ ...all, [wanted]: loaded })),
  );
  // In a layout effect, so that a response that is already available is shown with the first paint.
  useLayoutEffect(() => {
    if (id) void dispatch(askForPost(id)).then(keep(id));
  }, [dispatch, keep, id]);
  const retry = () => {
    if (!id) return;
    keep(id)(null);
    void dispatch(askForPost(id)).then(keep(id));
  };
  return { loaded: (id && responses[id]) || null, retry };
}
