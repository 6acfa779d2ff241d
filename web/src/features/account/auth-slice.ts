/**
 * The signed-in member. The session is also in the browser's storage, so that it survives a reload and other tabs share
 * it.
 */
import type { OwnUser } from '@afterhours/contract/account/account';
import type { Person } from '@afterhours/contract/people/people';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { readLastLogin, readSearchHistory, readToken, readUser } from '#lib/browser/session-storage.ts';
import { rootReducer, type SessionEnd, signedIn, signedOut } from '#lib/store.ts';

type CallStatus = 'idle' | 'loading' | 'succeeded' | 'failed';

/** The specification names the fields, also those that no page reads. */
type AuthState = {
  isLoggedIn: boolean;
  token: string | null;
  user: OwnUser | null;
  userData: { lastLoginDate: string | null };
  isUserVerified: boolean;
  otpVerified: boolean;
  responseOtp: string | null;
  forgotPasswordStatus: CallStatus;
  forgotPasswordMessage: string | null;
  registrationStatus: CallStatus;
  registrationError: string | null;
  registrationMessage: string | null;
  loginStatus: CallStatus;
  loginMessage: string | null;
  searchHistory: string[];
  searchResults: Person[];
  findColleagues: Person[];
  /** How the previous session in this tab ended, until that has been handled. */
  endedBy: SessionEnd | null;
  goTo: string | null;
};

function initialState(): AuthState {
  const token = readToken();
  const user = token === null ? null : readUser();
  return {
    isLoggedIn: token !== null,
    token,
    user,
    userData: { lastLoginDate: readLastLogin() },
    // Members are asked to confirm the address only once the server says that it is unconfirmed.
    isUserVerified: user?.isUserVerified ?? true,
    otpVerified: false,
    responseOtp: null,
    forgotPasswordStatus: 'idle',
    forgotPasswordMessage: null,
    registrationStatus: 'idle',
    registrationError: null,
    registrationMessage: null,
    loginStatus: 'idle',
    loginMessage: null,
    searchHistory: readSearchHistory(),
    searchResults: [],
    findColleagues: [],
    endedBy: null,
    goTo: null,
  };
}

type CallUpdate = { status: CallStatus; message?: string };

const authSlice = createSlice({
  name: 'auth',
  initialState,
  reducers: {
    userReceived(state, { payload }: PayloadAction<OwnUser>) {
      // Keeps the old object if nothing has changed, so that components do not rerender.
      if (JSON.stringify(state.user) !== JSON.stringify(payload)) state.user = payload;
      state.isUserVerified = payload.isUserVerified;
    },
    loginUpdated(state, { payload }: PayloadAction<CallUpdate>) {
      state.loginStatus = payload.status;
      state.loginMessage = payload.message ?? null;
    },
    /** A registration that is refused with 422 becomes idle again: its errors are shown at the fields. */
    registrationUpdated(state, { payload }: PayloadAction<CallUpdate>) {
      state.registrationStatus = payload.status;
      state.registrationError = payload.status === 'failed' ? (payload.message ?? null) : null;
      state.registrationMessage = payload.status === 'succeeded' ? (payload.message ?? null) : null;
    },
    forgotPasswordUpdated(state, { payload }: PayloadAction<CallUpdate>) {
      state.forgotPasswordStatus = payload.status;
      state.forgotPasswordMessage = payload.message ?? null;
    },
    codeChecked(state, { payload }: PayloadAction<{ verified: boolean; message: string }>) {
      state.otpVerified = payload.verified;
      state.responseOtp = payload.message;
      if (payload.verified) {
        state.isUserVerified = true;
        if (state.user) state.user.isUserVerified = true;
        if (state.user?.waiting) state.user.waiting = 'decision';
      }
    },
    calmChosen(state, { payload }: PayloadAction<boolean>) {
      if (state.user) state.user.calm = payload;
    },
    searchRemembered(state, { payload }: PayloadAction<string[]>) {
      state.searchHistory = payload;
    },
    endAcknowledged(state) {
      state.endedBy = null;
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(signedIn, (state, { payload }) => {
        state.isLoggedIn = true;
        state.token = payload.token;
        state.user = payload.user;
        state.isUserVerified = payload.user.isUserVerified;
        state.userData.lastLoginDate = readLastLogin();
        state.loginStatus = 'succeeded';
        state.goTo = payload.goTo ?? null;
      })
      .addCase(signedOut, (state, { payload }) => {
        state.isLoggedIn = false;
        state.token = null;
        state.user = null;
        state.endedBy = payload;
      }),
  selectors: {
    selectIsLoggedIn: (state) => state.isLoggedIn,
    selectOwnUser: (state) => state.user,
    /** The only page open to a member who is kept out by a decision, is waiting for admission, or lacks details. */
    selectOnlyPage: ({ isLoggedIn, user }) =>
      !isLoggedIn || !user
        ? null
        : user.sanction
          ? '/suspended'
          : user.waiting
            ? '/waiting'
            : user.needsDetails
              ? '/welcome'
              : null,
    selectNeedsVerifying: (state) => state.isLoggedIn && !state.isUserVerified,
    selectEndedBy: (state) => state.endedBy,
    selectGoTo: (state) => state.goTo,
    selectToken: (state) => state.token,
    selectSearchHistory: (state) => state.searchHistory,
  },
});

declare module '#lib/store.ts' {
  export interface LazyLoadedSlices {
    auth: ReturnType<typeof authSlice.getInitialState>;
  }
}

const injected = authSlice.injectInto(rootReducer);

export const {
  calmChosen,
  userReceived,
  loginUpdated,
  registrationUpdated,
  forgotPasswordUpdated,
  codeChecked,
  searchRemembered,
  endAcknowledged,
} = authSlice.actions;
export const {
  selectToken,
  selectGoTo,
  selectIsLoggedIn,
  selectOwnUser,
  selectOnlyPage,
  selectNeedsVerifying,
  selectEndedBy,
  selectSearchHistory,
} = injected.selectors;
