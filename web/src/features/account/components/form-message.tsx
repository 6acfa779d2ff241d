import { defineMessages } from '@afterhours/contract/base/message';
import type { CallFailure } from '#lib/api/client.ts';
import { t } from '#lib/text/translate.ts';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { FailureBanner } from '#ui/feedback/banner.tsx';

const texts = defineMessages('account.failure', {
  enterCode: 'Enter the code',
  waitSeconds: 'You can try again in {seconds} s.',
  waitMinutes: 'You can try again in {minutes} min.',
});

type FormMessageProps = { message: string | null; failure: CallFailure | null; wait: number };

/** Links to the page for the code if the address has to be confirmed first. */
export function ConfirmLink({ failure }: { failure: CallFailure }) {
  return failure.reason === 'unconfirmed' && <TextLink to="/verify">{t(texts.enterCode)}</TextLink>;
}

const describeWait = (seconds: number): string =>
  seconds < 90 ? t(texts.waitSeconds, { seconds }) : t(texts.waitMinutes, { minutes: Math.ceil(seconds / 60) });

/** A failure that belongs to no field, and how long to wait if the server says so. */
export function FormMessage({ message, failure, wait }: FormMessageProps) {
  if (!message) return null;
  return (
    <FailureBanner action={failure && <ConfirmLink failure={failure} />}>
      {message}
      {failure?.status === 429 && wait > 0 && ` ${describeWait(wait)}`}
    </FailureBanner>
  );
}
