/** For whom rows are loaded: a member by id, a guest (null), or every member without blocks and reports. */
export const anyMember = Symbol('any member');
export type Viewer = string | null | typeof anyMember;

export const isOneMember = (viewer: Viewer): viewer is string => viewer !== null && viewer !== anyMember;
