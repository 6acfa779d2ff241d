import type { CallFailure } from '#lib/api/client.ts';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Banner } from '#ui/feedback/banner.tsx';

type FormMessageProps = { message: string | null; failure: CallFailure | null; wait: number };

const inWords = (seconds: number): string => (seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`);

/** The way to the code, for what waits for it. */
export function WayOn({ failure }: { failure: CallFailure }) {
  return failure.reason === 'unconfirmed' && <TextLink to="/verify">Enter the code</TextLink>;
}

/** What went wrong with the form as a whole, and how long to wait when the server asks for it. */
export function FormMessage({ message, failure, wait }: FormMessageProps) {
  if (!message) return null;
  return (
    <Banner tone="danger" action={failure && <WayOn failure={failure} />}>
      {message}
      {failure?.status === 429 && wait > 0 && ` You can try again in ${inWords(wait)}.`}
    </Banner>
  );
}
