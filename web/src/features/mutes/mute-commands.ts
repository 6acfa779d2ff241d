/** Commands that mute, unmute, and load the muted items. */
import { defineMessages } from '@afterhours/contract/base/message';
import type { createMute, deleteMute, listMutes, MuteKind, MuteTime } from '@afterhours/contract/mutes';
import { matchPath } from 'react-router';
import { postHidden, postRestored, selectPostsState } from '#entities/posts/posts-slice.ts';
import { type CallFailure, call } from '#lib/api/client.ts';
import { showFailure } from '#lib/api/show-failure.ts';
import { announceOnly } from '#lib/notify.ts';
import type { AppThunk } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { showUndoToast } from '#ui/toasts/undo-toast.tsx';
import { isMutesLoaded, mutePut, muteRemoved, mutesLoaded } from './mutes-slice.ts';

const texts = defineMessages('mutes.done', {
  member: '{name} is muted. They aren’t notified.',
  post: 'You won’t get any more notifications about this post.',
  tag: '#{name} is muted.',
});

export type Named = { kind: MuteKind; value: string };

/** Loads the muted items. Returns the failure, if any. */
export function loadMutes(): AppThunk<Promise<CallFailure | undefined>> {
  return async (dispatch) => {
    const response = await call<typeof listMutes>('GET', '/mutes');
    if (!response.ok) return response;
    dispatch(mutesLoaded(response.body));
    return undefined;
  };
}

/** Reloads the muted items if they were loaded before, because they changed in another tab. */
export function reloadMutes(): AppThunk {
  return (dispatch, getState) => {
    if (isMutesLoaded(getState())) void dispatch(loadMutes());
  };
}

/** Mutes something. Returns the failure, if any. */
export function mute(named: Named, until: MuteTime | null = null): AppThunk<Promise<CallFailure | undefined>> {
  return async (dispatch) => {
    const response = await call<typeof createMute>('POST', '/mutes', { body: { ...named, until } });
    if (!response.ok) return response;
    dispatch(mutePut(response.body));
    return undefined;
  };
}

/** Unmutes something. Returns whether it is unmuted; a failure is shown. */
export function unmute(named: Named): AppThunk<Promise<boolean>> {
  return async (dispatch) => {
    const response = await call<typeof deleteMute>('DELETE', '/mutes', { body: named });
    if (!response.ok) {
      showFailure(response);
      return false;
    }
    dispatch(muteRemoved(named));
    announceOnly(response.message);
    return true;
  };
}

const FEEDS = ['/home', '/mynetwork'];

/** Mutes from a menu, with Undo; the posts of a muted member leave the feed at once. */
export function muteFromMenu(
  named: Named & { kind: 'member' | 'post' | 'tag' },
  name: string,
): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const failure = await dispatch(mute(named));
    if (failure) {
      showFailure(failure);
      return;
    }
    const { ids, entities } = selectPostsState(getState()).post;
    const hides = named.kind === 'member' && FEEDS.some((path) => matchPath(path, window.location.pathname));
    const hidden = hides ? ids.filter((id) => entities[id]?.user_id === named.value) : [];
    for (const id of hidden) dispatch(postHidden(id));
    const onUndo = () =>
      void dispatch(unmute(named)).then((done) => {
        if (done) for (const id of hidden.toReversed()) dispatch(postRestored(id));
      });
    showUndoToast({ id: `mute:${named.value}`, message: t(texts[named.kind], { name }), onUndo });
  };
}
