import { defineMessages } from '@afterhours/contract/base/message';
import Presentation from 'lucide-react/icons/presentation';
import type { CallFailure } from '#lib/api/client.ts';
import { isNotFound } from '#lib/api/statuses.ts';
import { t } from '#lib/text/translate.ts';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { Card } from '#ui/layout/card.tsx';

const texts = defineMessages('webinars.failed', {
  post: 'To the post',
  webinars: 'See webinars',
});

type FailedProps = { id: string; failure: CallFailure; onRetry: () => void; quiet?: boolean };

/** Shown if a webinar cannot be loaded. If a retry cannot help, it links elsewhere instead. */
export function Failed({ id, failure: { status, message }, onRetry, quiet = false }: FailedProps) {
  const isGone = isNotFound(status);
  if (status !== 403 && !isGone) return <ErrorState {...{ message, onRetry, quiet }} />;
  return (
    <Card>
      <EmptyState
        icon={Presentation}
        title={message}
        action={
          <ButtonLink to={isGone ? '/webinars' : `/p/${id}`}>{t(isGone ? texts.webinars : texts.post)}</ButtonLink>
        }
      />
    </Card>
  );
}
