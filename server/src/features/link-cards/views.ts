import type { LinkCard } from '@afterhours/contract/posts/link-cards';
import { type RawBuilder, sql } from 'kysely';

/** SQL for the card with this alias, in the form that is sent to clients. */
export const cardJson = (alias: string): RawBuilder<LinkCard> => {
  const of = (column: string) => sql.ref(`${alias}.${column}`);
  return sql`json_build_object('url', ${of('url')}, 'title', ${of('title')}, 'description', ${of('description')},
    'site', ${of('site')}, 'image', ${of('image')})`;
};

/** SQL for the card of the post `p`; null for a post without one, which costs no look-up. */
export const postCard: RawBuilder<LinkCard | null> = sql`CASE WHEN p.card_id IS NOT NULL THEN (
    SELECT ${cardJson('card')} FROM link_cards card WHERE card.id = p.card_id AND card.state = 'ready') END`;
