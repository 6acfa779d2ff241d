import type { UpdateProfileBody } from '@afterhours/contract/profile/profile-update';
import { useState } from 'react';
import { showFailure } from '#lib/api/show-failure.ts';
import { isQueued, queueSerially } from '#lib/serial-queue.ts';
import { useAppDispatch } from '#lib/store.ts';
import { saveSetting } from './own-settings.ts';

/**
 * A single setting of the member's account. A choice is shown and applied at once; quick choices reach the server in
 * order, and after a refusal the server's state is shown. Returns the choice that is not saved yet, and a function that
 * chooses.
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
    if (failed) showFailure(failed);
  };
  return [wanted, choose] as const;
}
