import { pageTitle } from '#lib/site.ts';
import { ButtonLink } from '#ui/button-link.tsx';
import { TextPage } from '#ui/shell/text-page.tsx';

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
