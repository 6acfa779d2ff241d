/** The links of a profile as the values of a form: a name and an address for each of the places. */
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

/** Returns the names and addresses of all places, empty ones included. */
export const toLinks = (values: LinkValues): ProfileLink[] =>
  places.map((place) => ({ label: values[`label${place}`] ?? '', url: values[`url${place}`] ?? '' }));

/** Whether nothing was entered in a place. */
const isEmpty = ({ label, url }: ProfileLink): boolean => label.trim() === '' && url.trim() === '';

/** The contract's rules for the places with something in them; its messages are put at the fields of their place. */
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
