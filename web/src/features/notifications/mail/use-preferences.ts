import { useState } from 'react';
import { calmChosen } from '#features/account/auth-slice.ts';
import { showFailure } from '#lib/api/show-failure.ts';
import { useLoading } from '#lib/lists/use-loading.ts';
import { announceOnly } from '#lib/notify.ts';
import { queueSerially } from '#lib/serial-queue.ts';
import { useAppDispatch } from '#lib/store.ts';
import {
  loadPreferences,
  type NotificationPreferences,
  savePreferences,
  type WantedPreferences,
} from './mail-commands.ts';

/** Returns the preferences with the wanted changes applied. */
function apply(now: NotificationPreferences, wanted: WantedPreferences): NotificationPreferences {
  const chosen = new Map(wanted.kinds?.map((one) => [one.kind, one]));
  return {
    kinds: now.kinds.map((one) => {
      const { mail = one.mail, push = one.push } = chosen.get(one.kind) ?? {};
      return { ...one, mail, push: push === true };
    }),
    stopped: wanted.stopped === undefined ? now.stopped : wanted.stopped,
    quiet: wanted.quiet === undefined ? now.quiet : wanted.quiet,
    messageText: wanted.messageText === undefined ? now.messageText : wanted.messageText === true,
    digest: { ...now.digest, ...wanted.digest },
    calm: wanted.calm === undefined ? now.calm : wanted.calm === true,
  };
}

/**
 * The member's mail preferences. A change is shown at once, and changes reach the server in their order. If the server
 * rejects one, the stored value is shown again.
 */
export function usePreferences() {
  const { status, data, message, retry } = useLoading(loadPreferences);
  const dispatch = useAppDispatch();
  const [stored, setStored] = useState<NotificationPreferences>();
  const [wanted, setWanted] = useState<readonly WantedPreferences[]>([]);
  const save = async (choice: WantedPreferences): Promise<void> => {
    setWanted((waiting) => [...waiting, choice]);
    const response = await queueSerially('notification preferences', () => savePreferences(choice));
    if (response.ok) {
      setStored(response.body);
      dispatch(calmChosen(response.body.calm));
    }
    setWanted((waiting) => waiting.filter((one) => one !== choice));
    if (response.ok) announceOnly(response.message);
    else showFailure(response);
  };
  const held = stored ?? data;
  return { status, preferences: held && wanted.reduce(apply, held), message, retry, save };
}
