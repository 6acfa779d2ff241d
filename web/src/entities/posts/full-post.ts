import { createContext } from 'react';

/** The id of the post whose own page this is: its text is shown in full. */
export const FullPost = createContext<string | undefined>(undefined);
