// Unpacks the script of a saved page and runs it. The policy of the page names the hash of both.
(async () => {
  const bytes = Uint8Array.from(atob(document.getElementById("program").textContent), (sign) => sign.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const script = document.createElement("script");
  script.textContent = await new Response(plain).text();
  document.head.append(script);
  document.getElementById("loading").remove();
})().catch(() => {
  const { words } = JSON.parse(document.getElementById("data").textContent);
  document.getElementById("loading").textContent = words.old;
});
