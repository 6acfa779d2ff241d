import { defineMessages } from '@afterhours/contract/base/message';
import type { CallFailure } from '#lib/api/client.ts';
import { t } from '#lib/text/translate.ts';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Banner } from '#ui/feedback/banner.tsx';

const texts = defineMessages('account.failure', {
  enterCode: 'Enter the code',
  waitSeconds: 'You can try again in {seconds} s.',
  waitMinutes: 'You can try again in {minutes} min.',
});

type FormMessageProps = { message: string | null; failure: CallFailure | null; wait: number };

/** The link to the page for the code, where the address has to be confirmed first. */
export function ConfirmLink({ failure }: { failure: CallFailure }) {
  return failure.reason === 'unconfirmed' && <TextLink to="/verify">{t(texts.enterCode)}</TextLink>;
}

const describeWait = (seconds: number): string =>
  seconds < 90 ? t(texts.waitSeconds, { seconds }) : t(texts.waitMinutes, { minutes: Math.ceil(seconds / 60) });

/** A failure of the form that belongs to no field, and how long to wait when the server asks for it. */
export function FormMessage({ message, failure, wait }: FormMessageProps) {
  if (!message) return null;
  return (
    <Banner tone="danger" action={failure && <ConfirmLink failure={failure} />}>
      {message}
      {failure?.status === 429 && wait > 0 && ` ${describeWait(wait)}`}
    </Banner>
  );
}
