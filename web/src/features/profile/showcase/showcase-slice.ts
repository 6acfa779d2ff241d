/** "Things I make", by member: links, and pictures from posts. */
import type { ProfileLink, Showcase } from '@afterhours/contract/profile/showcase';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { rootReducer } from '#lib/store.ts';

const initialState: { showcases: Record<string, Showcase> } = { showcases: {} };

const showcaseSlice = createSlice({
  name: 'showcase',
  initialState,
  reducers: {
    showcaseReceived(state, { payload }: PayloadAction<{ userId: string; showcase: Showcase }>) {
      state.showcases[payload.userId] = payload.showcase;
    },
    linksSaved(state, { payload: { userId, links } }: PayloadAction<{ userId: string; links: ProfileLink[] }>) {
      state.showcases[userId] = { links, pictures: state.showcases[userId]?.pictures ?? [] };
    },
  },
  selectors: {
    /** Undefined until it is loaded. */
    selectShowcase: (state, userId: string): Showcase | undefined => state.showcases[userId],
  },
});

declare module '#lib/store.ts' {
  export interface LazyLoadedSlices {
    showcase: ReturnType<typeof showcaseSlice.getInitialState>;
  }
}

const injected = showcaseSlice.injectInto(rootReducer);

export const { showcaseReceived, linksSaved } = showcaseSlice.actions;
export const { selectShowcase } = injected.selectors;
