/**
 * Whether what is told live reaches everybody. It is weak while this server, or another that lives, cannot reach the
 * others: then the windows are told so, read from time to time what they show, and once more when it is whole again.
 */
export type LinkStatus = {
  readonly weak: boolean;
  onChange(handler: (weak: boolean) => void): void;
  /** What is known of the other servers that live: how many, and whether all of them reach the others. */
  setOthers(others: { count: number; linked: boolean }): void;
  /** Whether this server reaches the others. */
  readonly linked: boolean;
};

type Link = { readonly up: boolean; onChange(handler: (up: boolean) => void): void };

/** The state of the line over `link`; without one there must be no other server. */
export function createLinkStatus(link: Link | null): LinkStatus {
  let others = { count: 0, linked: true };
  const handlers: ((weak: boolean) => void)[] = [];
  const isWeak = (): boolean => (link === null ? others.count > 0 : !link.up || !others.linked);
  let weak = isWeak();
  function settle(): void {
    if (weak === isWeak()) return;
    weak = !weak;
    for (const handler of handlers) handler(weak);
  }
  link?.onChange(settle);
  return {
    get weak() {
      return weak;
    },
    get linked() {
      return link?.up ?? false;
    },
    onChange: (handler) => void handlers.push(handler),
    setOthers(known) {
      others = known;
      settle();
    },
  };
}
