import { searchMessages } from '@afterhours/contract/search';
import { pageTitle } from '#lib/browser/site.ts';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { TextPage } from '#ui/layout/text-page.tsx';

export function NoResultFoundPage() {
  return (
    <>
      <title>{pageTitle(searchMessages.nothing)}</title>
      <TextPage title={searchMessages.nothing} actions={<ButtonLink to="/home">Back To Home</ButtonLink>}>
        <p>{searchMessages.advice}</p>
      </TextPage>
    </>
  );
}
