import type { Application } from '@afterhours/contract/jobs/applications';
import { useEffect, useEffectEvent, useState } from 'react';
import type { usePages } from '#lib/lists/use-pages.ts';
import { useChosenRow } from '#ui/lists/use-chosen-row.ts';
import { loadApplication } from '../application-commands.ts';
import { onReceivedChanged } from './received-changes.ts';

/**
 * The open application, whose id is part of the address. One that the loaded part of the list lacks, such as after a
 * reload, is loaded by itself, unless it is one for another job.
 */
export function useOpenApplication(
  jobId: string,
  { items, status }: Pick<ReturnType<typeof usePages<Application>>, 'items' | 'status'>,
) {
  const [openId, choose] = useChosenRow('application');
  const [alone, setAlone] = useState<Application>();
  const inList = items.find(({ _id }) => _id === openId);
  const missing = status === 'loading' || inList ? undefined : openId;
  useEffect(() => {
    if (missing === undefined) return undefined;
    const load = () =>
      void loadApplication(missing).then((response) => {
        if (response.ok && response.body.post_id === jobId) setAlone(response.body);
      });
    load();
    return onReceivedChanged((about) => {
      if ((about?.application_id ?? missing) === missing) load();
    });
  }, [jobId, missing]);
  const updateAlone = (id: string, changes: Partial<Application>) =>
    setAlone((now) => (now?._id === id ? { ...now, ...changes } : now));
  return { openId, choose, opened: inList ?? (alone?._id === openId ? alone : undefined), updateAlone };
}

/** Calls `see` once for an application that is opened for the first time, by a click or by its address. */
export function useSeen(opened: Application | undefined, see: (id: string) => void): void {
  const unseenId = opened?.status === 'sent' && !opened.rejectsAt ? opened._id : undefined;
  const onOpened = useEffectEvent(see);
  useEffect(() => {
    if (unseenId !== undefined) onOpened(unseenId);
  }, [unseenId]);
}
