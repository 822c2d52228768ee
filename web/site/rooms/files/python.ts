/** What to type in Python for each kind of file; the page shows the same lines for copying. */
export const PYTHON = {
  npz:
    "out = model(ids, output_attentions=True)\n" +
    "tokens = [tok.convert_ids_to_tokens(text) for text in ids]\n" +
    'np.savez("a.npz", attention=torch.stack(out.attentions).float().cpu().numpy(), tokens=tokens)',
  npy:
    "out = model(ids, output_attentions=True)\n" +
    "a = torch.stack(out.attentions).float().cpu().numpy()\n" +
    'np.save("a.npy", a)',
  safetensors:
    "out = model(ids, output_attentions=True)\n" +
    "tokens = json.dumps([tok.convert_ids_to_tokens(text) for text in ids])\n" +
    'save_file({"attention": torch.stack(out.attentions).contiguous()}, "a.safetensors", metadata={"tokens": tokens})',
  json:
    "out = model(ids, output_attentions=True)\n" +
    'a = {"tokens": [tok.convert_ids_to_tokens(text) for text in ids]}\n' +
    'json.dump(a | {"attention": torch.stack(out.attentions).tolist()}, open("a.json", "w"))',
  vectors: 'np.savez("a.npz", q=q, k=k, tokens=tokens)  # q and k of shape [layers, heads, n, dim]',
} as const;
