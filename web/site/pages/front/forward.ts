// The playground stood at this address before. Its links still lead to it: "#v=1&preset=cat", "#step-2".

/** Whether a hash belongs to the playground: it is neither this page's language nor a place on this page. */
export function isForPlayground(hash: string, hasPlace: (id: string) => boolean): boolean {
  const text = hash.replace(/^#/, "");
  return text !== "" && !/^lang=[\w-]*$/.test(text) && !hasPlace(text);
}

/** Goes on to the playground if the address is one of its links. */
export function forwardOldLinks(): void {
  if (isForPlayground(location.hash, (id) => document.getElementById(id) !== null))
    location.replace(`play.html${location.search}${location.hash}`);
}
