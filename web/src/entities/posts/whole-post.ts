import { createContext } from 'react';

/** The id of the post whose own page this is: its text is shown whole. */
export const WholePost = createContext<string | undefined>(undefined);
