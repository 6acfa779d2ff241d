import { searchMessages } from '@afterhours/contract/search';
import { ButtonLink } from '#ui/button-link.tsx';
import { TextPage } from '#ui/shell/text-page.tsx';

export function NoResultFoundPage() {
  return (
    <>
      <title>{`${searchMessages.nothing} · Afterhours`}</title>
      <TextPage title={searchMessages.nothing} actions={<ButtonLink to="/home">Back To Home</ButtonLink>}>
        <p>{searchMessages.advice}</p>
      </TextPage>
    </>
  );
}
