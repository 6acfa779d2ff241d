/** A profile's links as form values: a label and a URL for each place. */
import { MAX_LINKS, type ProfileLink, setLinks } from '@afterhours/contract/profile/showcase';

export type LinkValues = Record<string, string>;

export const places: readonly number[] = Array.from({ length: MAX_LINKS }, (_, place) => place);

export const toValues = (links: readonly ProfileLink[]): LinkValues =>
  Object.fromEntries(
    places.flatMap((place) => [
      [`label${place}`, links[place]?.label ?? ''],
      [`url${place}`, links[place]?.url ?? ''],
    ]),
  );

/** Returns the labels and URLs of all places, including empty ones. */
export const toLinks = (values: LinkValues): ProfileLink[] =>
  places.map((place) => ({ label: values[`label${place}`] ?? '', url: values[`url${place}`] ?? '' }));

/** Whether a place is empty. */
const isEmpty = ({ label, url }: ProfileLink): boolean => label.trim() === '' && url.trim() === '';

/** Applies the contract's rules to the places that are not empty, and maps its messages to their fields. */
export const linkSchema = {
  safeParse(input: unknown) {
    const all = toLinks(input as LinkValues);
    const filled = places.filter((place) => !isEmpty(all[place] ?? { label: '', url: '' }));
    const parsed = setLinks.body.safeParse({ links: filled.map((place) => all[place]) });
    if (parsed.success) return { success: true as const, data: parsed.data };
    const issues = parsed.error.issues.map(({ message, path: [, row, field] }) => ({
      message,
      path: [`${String(field)}${filled[Number(row)]}`],
    }));
    return { success: false as const, error: { issues } };
  },
};
