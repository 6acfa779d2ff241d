import { defineMessages } from '@afterhours/contract/base/message';
import CalendarPlus from 'lucide-react/icons/calendar-plus';
import { useState } from 'react';
import { download } from '#lib/api/download.ts';
import { showFailure } from '#lib/api/show-failure.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { words } from '#ui/text/words.ts';

const texts = defineMessages('payments.calendar', { add: 'Add to calendar' });

type WebinarProps = {
  postId: string;
  /** The webinar's title, in a list of webinars. */
  title?: string;
};

/** Downloads a webinar's calendar file. */
export function CalendarButton({ postId, title }: WebinarProps) {
  const [pending, setPending] = useState(false);
  const save = async () => {
    setPending(true);
    const failed = await download({ path: `/post/${encodeURIComponent(postId)}/calendar.ics`, name: 'webinar.ics' });
    setPending(false);
    if (failed) showFailure(failed);
  };
  return (
    <Button
      icon={CalendarPlus}
      aria-label={title && t(words.ofRow, { action: t(texts.add), row: title })}
      loading={pending}
      onClick={() => void save()}
    >
      {t(texts.add)}
    </Button>
  );
}
