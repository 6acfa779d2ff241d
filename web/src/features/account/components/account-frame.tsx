import type { ReactNode } from 'react';
import { AuthLayout } from '#ui/layout/auth-layout.tsx';
import { SkipLink } from '#ui/shell/skip-link.tsx';
import { PageTitle } from '#ui/text/page-title.tsx';

type AccountFrameProps = { title: string; lead?: ReactNode; children: ReactNode; foot?: ReactNode; wide?: boolean };

/** The page around an account form; its title is also the tab's title. */
export function AccountFrame({ title, lead, children, foot, wide }: AccountFrameProps) {
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <SkipLink />
      <AuthLayout title={title} lead={lead} after={foot} wide={wide}>
        {children}
      </AuthLayout>
    </>
  );
}
