// Elements that share a domain: each adds its own, and all use the span of them all.
import type { Domain } from "../../show/index.js";

interface Member {
  readonly domain: Domain;
  /** Called when the domain of the group has changed. */
  readonly changed: () => void;
}

const groups = new Map<string, Map<object, Member>>();

/** One element's part in groups. It is in one group at a time, or in none. */
export class SharedDomain {
  #group: string | undefined;

  /**
   * Joins a group with a domain of its own, and returns the domain of the group. "" is no group; with an `own` of
   * undefined the element does not join. `changed` is called when others change the domain.
   */
  domainIn(group: string, own: Domain | undefined, changed: () => void): Domain | undefined {
    if (this.#group !== group || own === undefined) this.leave();
    if (group !== "" && own !== undefined) contribute((this.#group = group), this, own, changed);
    return group === "" ? undefined : span(groups.get(group) ?? new Map());
  }

  leave(): void {
    if (this.#group !== undefined) contribute(this.#group, this, undefined, () => {});
    this.#group = undefined;
  }
}

/** Adds a domain, or takes it back with undefined, and tells the others if the span has changed. */
function contribute(group: string, member: object, domain: Domain | undefined, changed: () => void): void {
  const members = groups.get(group) ?? new Map<object, Member>();
  const before = String(span(members));
  if (domain === undefined) members.delete(member);
  else members.set(member, { domain, changed });
  if (members.size === 0) groups.delete(group);
  else groups.set(group, members);
  if (String(span(members)) === before) return;
  for (const [each, other] of members) if (each !== member) other.changed();
}

function span(members: ReadonlyMap<object, Member>): Domain | undefined {
  const domains = Array.from(members.values(), ({ domain }) => domain);
  if (domains.length === 0) return undefined;
  return [Math.min(...domains.map(([low]) => low)), Math.max(...domains.map(([, high]) => high))];
}
