/** Link cards: what the linked page says about itself, shown with a post whose text contains the link. */
import * as z from 'zod/mini';
import { bounded } from '../base/bounded.ts';
import { issueText } from '../base/issue.ts';
import { defineMessages } from '../base/message.ts';
import { route } from '../base/route.ts';
import { storedImage } from '../uploads.ts';

/** How many new links a member may have fetched in an hour, by posts and by asking for their cards. */
export const CARDS_AN_HOUR = 30;

export const linkCardMessages = defineMessages('linkCards', {
  address: 'Please send a link that starts with http:// or https://',
  tooMany: 'You have tried many links in the last hour. You can still publish your post, without a preview.',
});

/** `site` is the host of the page after redirects; `image` is stored by this installation. */
export const linkCard = z.object({
  url: z.string(),
  title: z.string(),
  description: z.string(),
  site: z.string(),
  image: z.nullable(storedImage),
});
export type LinkCard = z.infer<typeof linkCard>;
z.globalRegistry.add(linkCard, { id: 'LinkCard' });

const addressText = issueText(linkCardMessages.address);

/** The page is fetched after the call: the state is `pending` until then, and `none` if there is nothing to show. */
export const askLinkCard = route({
  method: 'POST',
  path: '/link-cards',
  summary: 'The card of a link in a post that is being written; repeat the call until the card is not pending',
  access: 'confirmed',
  cost: 'write',
  body: z.object({ url: z.string(addressText).check(bounded(2_000, addressText)) }),
  response: z.object({ state: z.enum(['pending', 'ready', 'none']), card: z.nullable(linkCard) }),
});
