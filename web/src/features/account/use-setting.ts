import type { UpdateProfileBody } from '@afterhours/contract/profile/profile-update';
import { useState } from 'react';
import { showError } from '#lib/notify.ts';
import { isQueued, queueSerially } from '#lib/serial-queue.ts';
import { useAppDispatch } from '#lib/store.ts';
import { saveSetting } from './own-settings.ts';

/**
 * One setting of the own account. A choice shows and takes effect at once; quick choices reach the server in order, and
 * a refused one shows what the server holds. Returns what is wanted and not yet saved, and a function that chooses.
 */
export function useSetting<N extends keyof UpdateProfileBody>(name: N) {
  const dispatch = useAppDispatch();
  const [wanted, setWanted] = useState<NonNullable<UpdateProfileBody[N]>>();
  const choose = async (value: NonNullable<UpdateProfileBody[N]>) => {
    setWanted(value);
    const key = `setting ${name}`;
    const failed = await queueSerially(key, () => dispatch(saveSetting({ [name]: value })));
    if (isQueued(key)) return;
    setWanted(undefined);
    // A 401 leads to the login page, where it is explained.
    if (failed && failed.status !== 401) showError(failed.message);
  };
  return [wanted, choose] as const;
}
