import { defineMessages } from '@afterhours/contract/base/message';
import type { findSameJob } from '@afterhours/contract/jobs/hiring';
import { useEffect, useState } from 'react';
import { call } from '#lib/api/client.ts';
import { t } from '#lib/text/translate.ts';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { Sentence } from '#ui/text/sentence.tsx';
import { Time } from '#ui/text/time.tsx';

const texts = defineMessages('posts.sameJob', {
  open: 'You have an open job with this title, posted {time}. You can edit or renew it instead. {link}',
  show: 'Show it',
});

/** The title is checked after this pause in typing. */
const PAUSE_MS = 600;

type Same = { title: string; job: { _id: string; createdAt: string } | null };

/** Warns before the same job is published a second time, which stays possible. */
export function SameJobNote({ title }: { title: string }) {
  const [found, setFound] = useState<Same | null>(null);
  const trimmed = title.trim();
  useEffect(() => {
    if (trimmed === '') return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const timer = setTimeout(async () => {
      const response = await call<typeof findSameJob>('GET', '/me/jobs/same', { query: { title: trimmed }, signal });
      if (!signal.aborted && response.ok) setFound({ title: trimmed, job: response.body.job });
    }, PAUSE_MS);
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [trimmed]);
  const job = found?.title === trimmed ? found.job : null;
  if (!job) return null;
  const link = (
    <TextLink to={`/p/${job._id}`} target="_blank">
      {t(texts.show)}
    </TextLink>
  );
  return (
    <Banner tone="lamp">
      <Sentence text={texts.open} values={{ time: <Time value={job.createdAt} ago />, link }} />
    </Banner>
  );
}
