import type { ApplicationStatus, PosterStatus } from '@afterhours/contract/constants/applications';
import type { Application } from '@afterhours/contract/jobs/applications';
import { useState } from 'react';
import { showFailure } from '#lib/api/show-failure.ts';
import { usePages } from '#lib/lists/use-pages.ts';
import { queueSerially } from '#lib/serial-queue.ts';
import { changeApplication, loadJobApplications, takeRejectionBack } from '../application-commands.ts';
import { useOpenApplication, useSeen } from './use-open-application.ts';
import { useReceivedChanges } from './use-received-changes.ts';

/** The applications for a job, the open application, and new applications that are not in the list yet. */
export function useJobApplications(jobId: string, filter: ApplicationStatus | null) {
  /** Runs calls one after another, so that no response overtakes a later one (opened, then rejected at once). */
  const runInOrder = <T>(work: () => Promise<T>): Promise<T> => queueSerially(`applications of ${jobId}`, work);
  const load = (cursor: string | null, limit?: number) =>
    runInOrder(() => loadJobApplications(jobId, filter, cursor, limit));
  const pages = usePages(load, ({ _id }) => _id, { name: `applications ${filter}` });
  const { openId, choose, opened, updateAlone } = useOpenApplication(jobId, pages);
  const update = (id: string, changes: Partial<Application>) => {
    pages.update(id, changes);
    updateAlone(id, changes);
  };
  const [pending, setPending] = useState(false);
  const following = { jobId, filter, pages, runInOrder, openId };
  const { added, show, goneId, loadAgain, onChanged } = useReceivedChanges(following);

  /** Sends a change. Returns whether the server accepted it. */
  const change = async (id: string, body: { status?: PosterStatus; note?: string; words?: string }) => {
    setPending(true);
    const response = await runInOrder(() => changeApplication(id, body));
    setPending(false);
    if (response.ok) {
      onChanged(id);
      const { status, statusAt, rejectsAt, note } = response.body;
      update(id, { status, statusAt, rejectsAt, note });
      return true;
    }
    showFailure(response);
    // Its status may have changed in the meantime.
    loadAgain(id);
    return false;
  };
  const undo = async (id: string) => {
    const response = await runInOrder(() => takeRejectionBack(id));
    if (response.ok) {
      onChanged(id);
      const { status, statusAt } = response.body;
      return update(id, { status, statusAt, rejectsAt: null });
    }
    showFailure(response);
    return loadAgain(id);
  };
  const open = (id: string | undefined) => {
    if (id === openId) return;
    choose(id);
    if (goneId !== undefined) pages.remove(goneId);
  };
  useSeen(opened, (id) => void change(id, { status: 'seen' }));
  return { ...pages, opened, open, change, undo, pending, added, show, goneId };
}
