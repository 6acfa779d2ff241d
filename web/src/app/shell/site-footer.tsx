import { typeFilterSet } from '#features/posts/posts-slice.ts';
import { useAppDispatch } from '#lib/store.ts';
import { Footer } from '#ui/shell/footer.tsx';

/** The places of the house; Posts and Jobs choose what the feed shows. */
export function SiteFooter() {
  const dispatch = useAppDispatch();
  return (
    <Footer
      copyright="© 2023 Afterhours"
      links={[
        { label: 'Home', to: '/home', onSelect: () => dispatch(typeFilterSet('')) },
        { label: 'Posts', to: '/home', onSelect: () => dispatch(typeFilterSet('general')) },
        { label: 'Jobs', to: '/home', onSelect: () => dispatch(typeFilterSet('job')) },
        { label: 'Settings', to: '/Settings' },
        { label: 'Terms', to: '/terms-condition' },
        { label: 'Privacy', to: '/privacy-policy' },
        { label: 'Profile', to: '/Profile' },
      ]}
    />
  );
}
