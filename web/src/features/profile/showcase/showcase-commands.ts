/** Commands that load "Things I make" and save the viewer's links. */
import type { getShowcase, ProfileLink, setLinks } from '@afterhours/contract/profile/showcase';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { type CallFailure, call } from '#lib/api/client.ts';
import { showFailure } from '#lib/api/show-failure.ts';
import { logFailure } from '#lib/log.ts';
import { announceOnly } from '#lib/notify.ts';
import type { AppThunk } from '#lib/store.ts';
import { linksSaved, showcaseReceived } from './showcase-slice.ts';

/** Loads a member's links and pictures. If that fails, the profile is shown without them. */
export function loadShowcase(userId: string): AppThunk<Promise<void>> {
  return async (dispatch) => {
    const response = await call<typeof getShowcase>('GET', '/users/:id/showcase', { params: { id: userId } });
    if (response.ok) dispatch(showcaseReceived({ userId, showcase: response.body }));
    else if (response.status !== 404) logFailure('Things I make', response.message);
  };
}

/** Replaces the viewer's links. Returns the failure, if any. */
export function saveLinks(links: ProfileLink[]): AppThunk<Promise<CallFailure | undefined>> {
  return async (dispatch, getState) => {
    const response = await call<typeof setLinks>('PUT', '/profile/links', { body: { links } });
    if (!response.ok) return showFailure(response);
    const userId = selectOwnUser(getState())?._id;
    if (userId) dispatch(linksSaved({ userId, links: response.body.links }));
    announceOnly(response.message);
    return undefined;
  };
}
