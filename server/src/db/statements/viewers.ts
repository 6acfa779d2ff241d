/** Who rows are loaded for: a member by id, a guest (null), or any member without blocks and reports. */
export const anyMember = Symbol('any member');
export type Viewer = string | null | typeof anyMember;

export const isOneMember = (viewer: Viewer): viewer is string => viewer !== null && viewer !== anyMember;
