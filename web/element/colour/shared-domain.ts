// Elements that share a domain: each puts in its own, all take what spans them.
import type { Domain } from "../../show/index.js";

interface Member {
  readonly domain: Domain;
  /** Called when the domain of the group has become another. */
  readonly changed: () => void;
}

const groups = new Map<string, Map<object, Member>>();

/** What one element has to do with groups: it is in one at a time, or in none. */
export class SharedDomain {
  #group: string | undefined;

  /** The domain of a group to which `own` belongs; "" is no group, and an `own` of undefined takes no part in it. `changed` is called when others change it. */
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

/** Puts in a domain, or takes it back with undefined, and tells the others if that changed anything. */
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
