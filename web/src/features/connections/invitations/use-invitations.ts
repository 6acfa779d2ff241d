import { useCallback, useEffect } from 'react';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { loadInvitations } from './invitation-commands.ts';
import { type InvitationSide, selectInvitations } from './invitation-slice.ts';

/** Received or sent invitations, loaded when they are first shown. */
export function useInvitations(side: InvitationSide) {
  const dispatch = useAppDispatch();
  const present = useAppSelector((state) => selectInvitations(state, side));
  const idle = present.status === 'idle';
  useEffect(() => {
    if (idle) void dispatch(loadInvitations(side, true));
  }, [dispatch, side, idle]);
  const more = useCallback(() => void dispatch(loadInvitations(side, false)), [dispatch, side]);
  const retry = () => void dispatch(loadInvitations(side, present.entries.length === 0 || present.cursor === null));
  return { ...present, more, retry };
}
