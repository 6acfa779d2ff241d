/** The label that staff have put on a post, comment or member. */
import * as z from 'zod/mini';
import { labels } from '../constants/labels.ts';

export const label = z.nullable(z.enum(labels));
