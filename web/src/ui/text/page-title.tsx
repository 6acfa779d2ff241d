import { useSiteName } from '#lib/browser/site.ts';

/** The title of the window, such as "Messages · Afterhours". */
export function PageTitle({ children }: { children: string }) {
  return <title>{`${children} · ${useSiteName()}`}</title>;
}
