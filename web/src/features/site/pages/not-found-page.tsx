import { pageTitle } from '#lib/browser/site.ts';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { TextPage } from '#ui/layout/text-page.tsx';

export function NotFoundPage() {
  return (
    <>
      <title>{pageTitle('Page Not Found')}</title>
      <TextPage
        title="Page Not Found"
        actions={
          <ButtonLink to="/home" variant="primary">
            Back To Home
          </ButtonLink>
        }
      >
        <p>There is no page at this address. It may have moved, or the link may be incomplete.</p>
      </TextPage>
    </>
  );
}
