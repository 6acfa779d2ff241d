import type { Application } from '@afterhours/contract/applications';
import type { ApplicationStatus, PosterStatus } from '@afterhours/contract/constants/applications';
import { useState } from 'react';
import { usePages } from '#lib/lists/use-pages.ts';
import { showError } from '#lib/notify.ts';
import { queueSerially } from '#lib/serial-queue.ts';
import { changeApplication, loadJobApplications, takeRejectionBack } from '../application-commands.ts';

type Changed = Partial<Pick<Application, 'status' | 'statusAt' | 'rejectsAt' | 'note'>>;

/** The applications to a job with what was changed here since they were loaded, and the one that is open. */
export function useJobApplications(jobId: string, filter: ApplicationStatus | null) {
  const pages = usePages(
    (cursor) => loadJobApplications(jobId, filter, cursor),
    ({ _id }) => _id,
  );
  const [changed, setChanged] = useState<ReadonlyMap<string, Changed>>(new Map());
  const [openId, setOpenId] = useState<string>();
  const [pending, setPending] = useState(false);
  const items = pages.items.map((item): Application => ({ ...item, ...changed.get(item._id) }));
  const keep = (id: string, change: Changed) =>
    setChanged((now) => new Map([...now, [id, { ...now.get(id), ...change }]]));

  /** One after another, so that no answer overtakes a later one: opening an application, and rejecting it at once. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => queueSerially(`applications of ${jobId}`, work);

  /** Sends a change; returns whether it was taken. */
  const change = async (id: string, body: { status?: PosterStatus; note?: string; words?: string }) => {
    setPending(true);
    const answer = await inTurn(() => changeApplication(id, body));
    setPending(false);
    if (answer.ok) {
      const { status, statusAt, rejectsAt, note } = answer.body;
      keep(id, { status, statusAt, rejectsAt, note });
    } else showError(answer.message);
    return answer.ok;
  };
  const undo = async (id: string) => {
    const answer = await inTurn(() => takeRejectionBack(id));
    if (!answer.ok) return showError(answer.message);
    keep(id, { status: answer.body.status, statusAt: answer.body.statusAt, rejectsAt: null });
  };
  const open = (id: string | undefined) => {
    setOpenId(id);
    const one = items.find(({ _id }) => _id === id);
    if (one?.status === 'sent' && !one.rejectsAt) void change(one._id, { status: 'seen' });
  };
  return { ...pages, items, opened: items.find(({ _id }) => _id === openId), open, change, undo, pending };
}
