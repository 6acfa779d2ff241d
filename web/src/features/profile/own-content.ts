import type { ServerEventPayload } from '@afterhours/contract/realtime';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import type { AppThunk } from '#lib/store.ts';
import { entryDeleted, entrySaved } from './content.ts';
import { inOwnQueue, loadOwnContent, OWN } from './profile-commands.ts';
import { bioSaved, selectLoading } from './profile-slice.ts';
import { linksSaved } from './showcase/showcase-slice.ts';

/**
 * Shows a change to the contents of the viewer's own profile, made in this tab or another. It waits for loads under
 * way, whose responses may be older.
 */
export function receiveOwnContent(change: ServerEventPayload<'ownContent'>): AppThunk<Promise<void>> {
  return (dispatch, getState) =>
    inOwnQueue(async () => {
      const userId = selectOwnUser(getState())?._id;
      if (userId === undefined) return;
      const { bio, links, saved, deleted } = change;
      if (bio !== undefined) dispatch(bioSaved({ userId, bio }));
      if (links) dispatch(linksSaved({ userId, links }));
      if (saved) dispatch(entrySaved({ userId, ...saved }));
      if (deleted) dispatch(entryDeleted({ userId, kind: deleted.kind, id: deleted._id }));
    });
}

/** Loads the contents of the viewer's own profile again if they have been loaded: events may have been missed. */
export function reloadOwnContent(): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const userId = selectOwnUser(getState())?._id;
    if (userId !== undefined && selectLoading(getState(), OWN)?.status === 'ready')
      await dispatch(loadOwnContent(userId));
  };
}
