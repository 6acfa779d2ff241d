import { copyright } from '#lib/browser/site.ts';
import { Footer } from '#ui/layout/footer.tsx';

/** The places of the house; Posts and Jobs choose what the feed shows. */
export function SiteFooter() {
  return (
    <Footer
      copyright={copyright}
      links={[
        { label: 'Home', to: '/home' },
        { label: 'Posts', to: '/home?type=general' },
        { label: 'Jobs', to: '/home?type=job' },
        { label: 'Settings', to: '/Settings' },
        { label: 'Terms', to: '/terms-condition' },
        { label: 'Privacy', to: '/privacy-policy' },
        { label: 'Profile', to: '/Profile' },
      ]}
    />
  );
}
